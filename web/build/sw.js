// Keeps everything that was built, so that the page works without a network once it has been loaded. A new edition is fetched
// whole beside the old one, and takes over when it is complete.
const EDITION = 'longroll-__EDITION__';
const FILES = ['__FILES__'];

self.addEventListener('install', (event) => {
  const fetched = caches
    .open(EDITION)
    .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' }))));
  event.waitUntil(fetched.then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith('longroll-') && name !== EDITION).map((name) => caches.delete(name)),
    );
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  // Whatever a server has to say is asked of the server.
  if (event.request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.includes('/api/')) return;
  const answer = async () => {
    const cache = await caches.open(EDITION);
    // The page has one address, and what follows a #; any other is something else that the server shows.
    const isPage = event.request.mode === 'navigate' && url.pathname === new URL(self.registration.scope).pathname;
    const wanted = isPage ? 'index.html' : event.request;
    return (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(event.request);
  };
  event.respondWith(answer());
});
