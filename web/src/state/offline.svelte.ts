/** Whether everything is kept, so that no network is needed any more. */
class Offline {
  ready = $state(false);

  constructor() {
    const workers = 'serviceWorker' in navigator && import.meta.env.PROD ? navigator.serviceWorker : undefined;
    if (!workers) return;
    void workers.register('./sw.js').catch(() => undefined);
    void workers.ready.then(() => {
      this.ready = true;
    });
  }
}

export const offline = new Offline();
