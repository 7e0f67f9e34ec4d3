import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Writes `sw.js`: the hand-written worker with the list of everything that was built, and a name for that list. */
export function serviceWorker(): Plugin {
  let root = '';
  return {
    name: 'longroll-service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_, bundle) {
      const hash = createHash('sha256');
      const files: string[] = [];
      for (const [name, output] of Object.entries(bundle)) {
        files.push(name);
        hash.update(name).update(output.type === 'chunk' ? output.code : output.source);
      }
      for (const name of readdirSync(join(root, 'public'))) {
        files.push(name);
        hash.update(name).update(readFileSync(join(root, 'public', name)));
      }
      if (!files.includes('index.html')) files.push('index.html');
      const source = readFileSync(join(root, 'build', 'sw.js'), 'utf8');
      hash.update(source).update(readFileSync(join(root, 'index.html')));
      const text = source
        .replace('__EDITION__', hash.digest('hex').slice(0, 16))
        .replace("['__FILES__']", JSON.stringify(files.sort()));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: text });
    },
  };
}
