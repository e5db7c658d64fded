import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Page, type PageName, pageList } from '@bank/contract/pages'
import { type Manifest, scriptsOf } from '../src/pages/page-scripts.ts'

/** What a browser downloads, gzipped, and the most that it may be, in KiB. */
export type Weight = { readonly name: string; readonly kibibytes: number; readonly budget: number }

/** The most JavaScript that a page may load, in KiB. */
const scriptBudgets: Partial<Record<PageName, number>> = {
  signIn: 135,
  register: 150,
  resetPassword: 135,
  confirmEmail: 110,
  restoreEmail: 110,
  terms: 110,
  privacy: 110,
  support: 145,
  dashboard: 135,
  transfer: 150,
  transactions: 130,
  statement: 130,
  accounts: 125,
  ownTransfer: 150,
  pots: 130,
  payees: 125,
  limits: 150,
  scheduled: 125,
  recoverPin: 145,
  profile: 125,
  email: 150,
  settings: 150,
  passcode: 155,
  allTransactions: 150,
}
// Of the pages behind the passcode that are not in the table.
const panelBudget = 155

/** The most that the styles of all pages together may weigh, in KiB. */
const stylesBudget = 14

const menu = 'src/accounts/account-menu.tsx'

/** The sets of parts that a page may have in its first view (`data-script`), of which a browser loads one with the page. */
function partsOf({ name, isOfAccount }: Page): string[][] {
  if (name !== 'transfer') return [isOfAccount ? [menu] : []]
  return [
    [menu, 'src/transfers/choose-payee.tsx'],
    [menu, 'src/transfers/cannot-send.tsx'],
    ['src/transfers/transfer-receipt.tsx'],
  ]
}

/** The JavaScript of every page with the heaviest of its first views, and the styles of all of them, as they are built. */
export function pageWeights(): Weight[] {
  const dist = join(import.meta.dirname, '../../web/dist')
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const weigh = (paths: readonly string[]) =>
    paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length / 1_024, 0)
  const styles = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  return [
    ...pageList.map((page) => {
      const kibibytes = Math.max(
        ...partsOf(page).map((parts) => {
          const { first, own } = scriptsOf(manifest, page, parts)
          return weigh([...first, ...own])
        }),
      )
      return { name: `JavaScript of the page ${page.path}`, kibibytes, budget: budgetOf(page) }
    }),
    {
      name: 'Styles of all pages',
      kibibytes: weigh([...styles]),
      budget: stylesBudget,
    },
  ]
}

/** A page without a budget is a fault. */
function budgetOf({ name, audience }: Page): number {
  return scriptBudgets[name] ?? (audience === 'elevated' ? panelBudget : Number.NaN)
}

/** What is heavier than its budget. */
export function weightFaults(weights: readonly Weight[]): string[] {
  return weights
    .filter(({ kibibytes, budget }) => !(kibibytes <= budget))
    .map(({ name, kibibytes, budget }) => `${name}: ${kibibytes.toFixed(1)} KiB of ${budget}`)
}
