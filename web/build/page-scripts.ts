import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/**
 * The scripts of each of the customers' routes, by path: its page's, its frame's and all that they import, other than what
 * every page begins with. Nothing of the administrators': a customer who types their address never loads it.
 */
export function scriptsOfRoutes(web: string, bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  refuseCircles(bundle)
  const begun = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
  const always = withImports(bundle, begun)
  const fileOf = (module: string) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === join(web, 'src', module))
    if (!chunk) throw new Error(`The script of ${module} is not among the built ones.`)
    return chunk.fileName
  }
  const routes = pagesIn(readFileSync(join(web, 'src/routes.tsx'), 'utf8'))
  if (routes.length === 0) throw new Error('No page is found among the routes of the screens.')
  return Object.fromEntries(
    routes
      .filter(({ path }) => !path.startsWith('/admin'))
      .map(({ path, module }) => {
        const needed = withImports(bundle, [module, ...framesOf(path)].map(fileOf))
        return [path, [...needed].filter((name) => !always.has(name)).map((name) => `/${name}`)]
      }),
  )
}

/** Scripts that import each other run in an order in which one of them finds the other empty. */
function refuseCircles(bundle: Bundle): void {
  for (const [name, file] of Object.entries(bundle)) {
    if (file.type !== 'chunk' || !withImports(bundle, file.imports).has(name)) continue
    throw new Error(`${name} imports itself by way of others: see web/build/script-groups.ts.`)
  }
}

/** `'/terms': async () => ({ default: (await import('./legal/terms-page.tsx')).TermsPage })` and its like. */
function pagesIn(routes: string): { path: string; module: string }[] {
  return [...routes.matchAll(/'(\/[^']*)': async \(\) =>[^']*?import\('\.\/([^']+)'\)/g)].map(
    ([, path = '', module = '']) => ({ path, module }),
  )
}

const withoutFrame = ['/', '/register', '/reset-password', '/confirm-email', '/terms', '/privacy']

function framesOf(path: string): string[] {
  if (withoutFrame.includes(path)) return []
  return [path === '/support' ? 'layout/adaptive-layout.tsx' : 'layout/authenticated-layout.tsx']
}

function withImports(bundle: Bundle, begin: readonly string[]): Set<string> {
  const found = new Set<string>()
  const open = [...begin]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') continue
    found.add(name)
    open.push(...chunk.imports)
  }
  return found
}
