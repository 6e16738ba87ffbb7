// What a person does for an editor between a command and its events: picking and being recorded.

import { Picker } from "./pick.js";
import { Recorder } from "./record.js";

export class Live {
  /** @param {{ pages: import("./frames.js").Frames, context: import("./dispatch.js").Context, state: import("./state.js").State }} parts */
  constructor(parts) {
    this.recorder = new Recorder(parts);
    this.picker = new Picker(parts);
  }

  /** Adds the listeners; synchronously, at the worker's start. */
  register() {
    this.recorder.register();
    this.picker.register();
  }

  /** Ends a pick before a command does something with the page. @param {import("./dispatch.js").Request} request */
  yieldTo(request) {
    return this.picker.yieldTo(request);
  }

  /** Ends all of it: another run begins, which has not asked for it. */
  forgetRun() {
    this.recorder.forget();
    void this.picker.cancel();
  }
}
