import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { actsOfTwo } from './approvals.ts'
import type { Mutant } from './mutants.ts'
import type { PlayedCode } from './play-fault-plan.ts'

const source = new URL('../../server/src/', import.meta.url)
const folders: Readonly<Record<string, URL>> = {
  'admin/': new URL('admin/', source),
  'books/': new URL('books/', source),
  'pots/': new URL('pots/', source),
  'ledger/': new URL('../../ledger/src/', import.meta.url),
}
const broken = new Map<string, Mutant>()

// The modules of a mutant are loaded beside the real ones: a query in their URLs distinguishes them.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const mark = context.parentURL?.match(/\?mutant=\d+$/)?.[0]
    const isOurs = Object.values(folders).some((folder) => resolved.url.startsWith(folder.href))
    return mark && isOurs ? { ...resolved, url: resolved.url + mark } : resolved
  },
  load(url, context, next) {
    const [address, mark] = url.split('?mutant=')
    const mutant = mark && broken.get(mark)
    if (!mutant) return next(url, context)
    const text = readFileSync(new URL(address!), 'utf8')
    const isMutated = address === addressOf(mutant)
    if (isMutated && text.split(mutant.from).length !== 2) {
      throw new Error(`${mutant.file} must contain "${mutant.from}" exactly once.`)
    }
    const changed = isMutated ? text.replace(mutant.from, () => mutant.to ?? '(false as boolean)') : text
    return { format: 'module-typescript', source: changed, shortCircuit: true }
  },
})

/** Loads the books, the round-up job and the acts of two people with one passage changed. Throws unless the passage occurs exactly once. */
export async function loadMutant(mutant: Mutant): Promise<PlayedCode> {
  const mark = String(broken.size + 1)
  broken.set(mark, mutant)
  const load = (path: string) => import(`${new URL(path, source).href}?mutant=${mark}`)
  const { openBooks } = await load('books/books.ts')
  const { roundUp } = await load('pots/round-up.ts')
  // Loading it takes longer than most mutants are played.
  const { approveAct } = mutant.file.startsWith('admin/')
    ? await load('admin/approvals/approve-act.ts')
    : actsOfTwo
  return { openBooks, roundUp, actsOfTwo: { ...actsOfTwo, approveAct } }
}

function addressOf({ file }: Mutant): string {
  const folder = file.slice(0, file.indexOf('/') + 1)
  return new URL(file.slice(folder.length), folders[folder]).href
}
