import type { Plugin, Rolldown } from 'vite'

/** Fails the build where built scripts import each other: they run in an order in which one finds the other empty. */
export function refuseImportCircles(): Plugin {
  return {
    name: 'refuse-import-circles',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    generateBundle(_, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'chunk' || !withImports(bundle, file.imports).has(name)) continue
        this.error(`${name} imports itself through other scripts: see web/build/script-groups.ts.`)
      }
    },
  }
}

function withImports(bundle: Rolldown.OutputBundle, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const open = [...names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') continue
    found.add(name)
    open.push(...chunk.imports)
  }
  return found
}
