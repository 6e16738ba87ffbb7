use super::*;

const FROM: Point = Point { x: 50.0, y: 50.0 };
const TO: Point = Point { x: 350.0, y: 250.0 };
const BOXES: &str = "<style>body { margin: 0 } div { position: absolute; width: 100px; height: 100px; background: #ccc }</style>
    <div id=from style='left:0;top:0'>a</div><div id=to style='left:300px;top:200px'>b</div>";

async fn drags(body: &str, expected: &str) {
    let browser = open(&format!("{BOXES}{body}")).await;
    for round in 0..20 {
        assert_eq!(
            browser.chrome.drag(&browser.page, FROM, TO).await.unwrap(),
            Delivery::Done
        );
        let log = evaluate(&browser.chrome, &browser.page, "log.splice(0).join(' ')").await;
        assert_eq!(log, expected, "round {round}");
    }
}

#[tokio::test]
async fn a_page_that_follows_the_pointer_is_dragged_in() {
    let body = "<script>
        window.log = [];
        from.onpointerdown = (e) => { from.setPointerCapture(e.pointerId); log.push('down'); from.moves = 0 };
        from.onpointermove = (e) => { if (e.buttons) from.moves++ };
        from.onpointerup = (e) => log.push(from.moves > 3 ? 'moved' : `moved ${from.moves}`, `up ${e.clientX},${e.clientY}`);
    </script>";
    drags(body, "down moved up 350,250").await;
}

#[tokio::test]
async fn a_page_with_draggable_elements_is_dragged_in() {
    let body = "<script>
        window.log = [];
        from.draggable = true;
        from.ondragstart = (e) => { e.dataTransfer.setData('text/plain', 'it'); log.push('start') };
        from.ondragend = (e) => log.push(`end:${e.dataTransfer.dropEffect}`);
        to.ondragenter = (e) => log.push('enter');
        to.ondragover = (e) => { e.preventDefault(); if (log.at(-1) !== 'over') log.push('over') };
        to.ondrop = (e) => { e.preventDefault(); log.push(`drop:${e.dataTransfer.getData('text/plain')}`) };
    </script>";
    drags(body, "start enter over drop:it end:copy").await;
}
