import { expect, test } from 'vitest'
import { impureLedger, isVerb, layersBroken, leavesImported } from './layers.ts'
import { treeOf } from './tree.ts'

test('the contract may not import the server, nor the server the screens', () => {
  const tree = treeOf({
    'contract/src/money.ts': `import { pay } from '@bank/server/transfers/pay'`,
    'server/src/transfers/pay.ts': `import type { Page } from '../../../web/src/transfer/transfer-form.tsx'`,
    'web/src/transfer/transfer-form.tsx': `import { currencies } from '@bank/ledger/currency'`,
    'ledger/src/currency.ts': '',
  })
  expect(layersBroken(tree)).toEqual([
    'contract/src/money.ts: the contract may not import server/src/transfers/pay.ts, which is a feature of the server',
    'server/src/transfers/pay.ts: a feature of the server may not import web/src/transfer/transfer-form.tsx, which is a feature of the web app',
  ])
})

test('lazy, type and multi-line imports are checked, and those in comments are not', () => {
  const upwards = [
    `const page = lazy(() => import('../profile/profile-header.tsx'))`,
    `import type { Profile } from '../profile/profile-header.tsx'`,
    `import {\n  one,\n  two,\n} from '../profile/profile-header.tsx'`,
    `// import { one } from '../profile/profile-header.tsx'`,
  ]
  const complaints = upwards.map((text) =>
    layersBroken(treeOf({ 'web/src/ui/card.tsx': text, 'web/src/profile/profile-header.tsx': '' })),
  )
  expect(complaints.map((found) => found.length)).toEqual([1, 1, 1, 0])
})

test('a file that belongs to no layer is refused', () => {
  expect(layersBroken(treeOf({ 'server/src/everything.ts': '' }))).toEqual([
    'server/src/everything.ts: belongs to no layer',
  ])
})

test('a verb exports a function of its own name', () => {
  const tree = treeOf({
    'server/src/transfers/send-transfer.ts': 'export async function sendTransfer() {}',
    'server/src/accounts/account.ts': 'export async function findAccount() {}',
    'server/src/books/write-batch.ts': 'export async function writeBatch() {}',
    'server/src/gateway/balances/plan-funding-of-balance.ts':
      'export async function planFundingOfBalance() {}',
    'server/src/gateway/pictures.ts': 'export function pictures() {}',
  })
  expect([...tree.keys()].filter((path) => isVerb(tree, path))).toEqual([
    'server/src/transfers/send-transfer.ts',
    'server/src/gateway/balances/plan-funding-of-balance.ts',
  ])
})

test('a feature of the gateway imports one of the server, and no feature of the server imports the gateway', () => {
  const tree = treeOf({
    'server/src/gateway/balances/told-balance.ts': `import { account } from '../../accounts/account.ts'`,
    'server/src/accounts/account.ts': `import { told } from '../gateway/balances/told-balance.ts'`,
  })
  expect(layersBroken(tree)).toEqual([
    'server/src/accounts/account.ts: a feature of the server may not import server/src/gateway/balances/told-balance.ts, which is a feature of the gateway',
  ])
})

test('a verb is imported by routes but not by another verb, a page by routes but not by a page', () => {
  const tree = treeOf({
    'server/src/transfers/send-transfer.ts': 'export async function sendTransfer() {}',
    'server/src/registration/register.ts': `import { sendTransfer } from '../transfers/send-transfer.ts'`,
    'server/src/routes.ts': `import { sendTransfer } from './transfers/send-transfer.ts'`,
    'web/src/profile/profile-page.tsx': '',
    'web/src/dashboard/dashboard-page.tsx': `import { ProfilePage } from '../profile/profile-page.tsx'`,
    'web/src/routes.tsx': `const ProfilePage = lazy(() => import('./profile/profile-page.tsx'))`,
  })
  expect(leavesImported(tree).map((complaint) => complaint.split(':')[0])).toEqual([
    'server/src/registration/register.ts',
    'web/src/dashboard/dashboard-page.tsx',
  ])
})

test('the ledger imports no package and uses no clock and no randomness', () => {
  const impure = [
    `import { randomUUID } from 'node:crypto'`,
    `import { z } from 'zod'`,
    'const now = Date.now()',
    'const now = new Date()',
    'const id = Math.random()',
  ]
  for (const text of impure) expect(impureLedger(treeOf({ 'ledger/src/a.ts': text }))).not.toEqual([])
  const pure = `import { b } from './b.ts'\nconst day = new Date(at)`
  expect(impureLedger(treeOf({ 'ledger/src/a.ts': pure, 'ledger/src/b.ts': '' }))).toEqual([])
})
