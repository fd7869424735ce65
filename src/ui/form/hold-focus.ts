/**
 * Nothing moves between press and release. A field that is left shows or takes away a line, and what is pressed below it would
 * move from under the pointer and get no click. So while a pointer is down the page is not told that the focus has moved:
 * it is told at the release, before the click that follows from it. Returns what ends it.
 */
export function holdFocusWhilePressed(): () => void {
  let isPressed = false;
  let timer = 0;
  let held: FocusEvent[] = [];
  const release = () => {
    clearTimeout(timer);
    isPressed = false;
    const events = held;
    held = [];
    for (const { type, target, relatedTarget } of events) {
      target?.dispatchEvent(new FocusEvent(type, { bubbles: true, composed: true, relatedTarget }));
    }
  };
  // A release over something else makes no click.
  const releaseLater = () => {
    clearTimeout(timer);
    timer = window.setTimeout(release);
  };
  const press = ({ button }: MouseEvent) => {
    release();
    isPressed = button === 0;
  };
  const hold = (event: FocusEvent) => {
    if (!isPressed) return;
    event.stopImmediatePropagation();
    held.push(event);
  };
  // Its release was outside the page, e.g. in the list of a select.
  const notice = ({ buttons }: PointerEvent) => {
    if (isPressed && buttons === 0) release();
  };
  const listening = new AbortController();
  const on = <Name extends keyof WindowEventMap>(
    names: readonly Name[],
    listener: (event: WindowEventMap[Name]) => void,
  ) => {
    for (const name of names) {
      window.addEventListener(name, listener, { capture: true, signal: listening.signal });
    }
  };
  // A finger's own mouse events follow after it was lifted: the focus moves with them.
  on(['pointerdown', 'mousedown'], press);
  on(['focusin', 'focusout'], hold);
  on(['pointerup'], releaseLater);
  // The browser has chosen the target of the click by now. Not at the click: React would reset a checkbox before its change event.
  on(['mouseup', 'pointercancel', 'keydown'], release);
  on(['pointermove'], notice);
  return () => listening.abort();
}
