// Before the first paint, so that nobody is dazzled: the theme that was chosen, or the system's.
(() => {
  let choice = 'system';
  try {
    choice = JSON.parse(localStorage.getItem('longroll.settings') ?? '{}').theme ?? 'system';
  } catch {
    // A store that does not read is as good as none.
  }
  const dark = choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
