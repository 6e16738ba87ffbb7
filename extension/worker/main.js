// The service worker. Chrome stops it at will and starts it again for an event, but only for listeners that were added
// in its first turn: everything here is done synchronously.

import { WebSocketTransport } from "../transport/websocket.js";
import { BACKOFF_MS } from "../wire/types.js";
import { createAllowList } from "./allow.js";
import { createBadge } from "./badge.js";
import { readCard, socketAddress } from "./card.js";
import { createConnection } from "./connection.js";
import { createDispatcher } from "./dispatch.js";
import { registerEvents } from "./events.js";
import { createLoads } from "./loads.js";
import { createNavigate } from "./navigate.js";
import { pageCommands, registerPages } from "./page-commands.js";
import { createRunState } from "./state.js";
import { createTabCommands } from "./tab-commands.js";
import { createTabs } from "./tabs.js";

const WAKE_ALARM = "wake";
const WAKE_EVERY_MINUTES = 0.5;

const state = createRunState();
const allow = createAllowList();
const loads = createLoads();
const keeper = createTabs({ state, loads, allow });

let profile = "";
const transport = new WebSocketTransport({
  backoffMs: BACKOFF_MS,
  address: async () => {
    const card = await readCard();
    profile = card.profile;
    return socketAddress(card);
  },
  log: console.info,
});

/** @type {import("./dispatch.js").Context} */
const context = { tabs: keeper, emit: (kind, fields) => connection.emit(kind, fields) };
const commands = { ...createNavigate({ keeper, loads, allow }), ...createTabCommands(keeper), ...pageCommands };
const dispatcher = createDispatcher({ commands, context, state });
const connection = createConnection({
  transport,
  state,
  badge: createBadge(),
  introduce: async () => ({
    extVersion: chrome.runtime.getManifest().version,
    chrome: /Chrome\/([\d.]+)/.exec(navigator.userAgent)?.[1] ?? "",
    profile,
    granted: await allow.origins(),
  }),
  answer: async (request) => {
    await live.yieldTo(request);
    return dispatcher.answer(request);
  },
  forgetRun: () => {
    dispatcher.forget();
    live.forgetRun();
  },
  log: console.info,
});

loads.register();
keeper.register();
registerEvents(context.emit);
const live = registerPages(context, state);
chrome.runtime.onStartup.addListener(connection.wake);
chrome.runtime.onInstalled.addListener(connection.wake);
chrome.alarms.onAlarm.addListener(connection.wake);
void chrome.alarms.create(WAKE_ALARM, { periodInMinutes: WAKE_EVERY_MINUTES });
connection.wake();
