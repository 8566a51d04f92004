/** As much of a browser as a tab needs that reads a stream. */

export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeEventSource[] = [];
  readyState = 0;
  constructor(readonly url: string) {
    super();
    FakeEventSource.all.push(this);
  }
  close = () => {
    this.readyState = 2;
  };
  say = (name: string) => {
    if (this.readyState !== 2) this.dispatchEvent(new Event(name));
  };
  /** The server refuses. */
  refuse = () => {
    this.readyState = 2;
    this.dispatchEvent(new Event("error"));
  };
}

export class FakePage extends EventTarget {
  visibilityState = "visible";
  hide() {
    this.visibilityState = "hidden";
    this.dispatchEvent(new Event("visibilitychange"));
  }
  show() {
    this.visibilityState = "visible";
    this.dispatchEvent(new Event("visibilitychange"));
  }
}
