import type { MoneyPositionView } from '@bank/contract/admin/position/view'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import type { CheckRun } from './money-position.ts'
import { MoneyPositionPage } from './money-position-page.tsx'

const moment = '2026-11-21T12:00:00.000Z'
const usd = {
  currency: 'USD',
  accounts: '70.00',
  pots: '10.00',
  inTransit: '20.00',
  settlement: '-100.00',
  disputes: '0.00',
  total: '0.00',
} as const
const run: CheckRun = {
  state: 'waiting',
  requestedAt: moment,
  requestedBy: { id: '0198c0de-0000-7000-8000-00000000abcd', name: 'Clara' },
  step: null,
  rowsChecked: 0,
  rowsEstimated: 0,
  failure: null,
}

function open(lastCheck: MoneyPositionView['lastCheck'], readRun: () => CheckRun | null = () => null) {
  const bank = stubbedBank({
    'GET /api/admin/money-position': () => ({ readAt: moment, positions: [usd], lastCheck }),
    'GET /api/admin/books-checks/last': () => ({ run: readRun() }),
    'POST /api/admin/books-checks': () => new Response(null, { status: 204 }),
  })
  vi.stubGlobal('fetch', bank.fetch)
  return { ...bank, ...visit('/admin/money-position', <MoneyPositionPage />) }
}

test('the page has the position of a currency now and at the last check of the books', async () => {
  const before = { ...usd, accounts: '90.00', inTransit: '0.00' }
  const lastCheck = {
    finishedAt: moment,
    fault: null,
    transactionCount: 7,
    entryCount: 14,
    positions: [before],
  }
  open(lastCheck)
  const table = await screen.findByRole('table', { name: 'Money position, USD' })
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent?.replace(/^Last check -?\$[\d.]+(?=-?\$)/, '')),
    )
  expect(cells).toEqual([
    ['Owed to customers on accounts', '$70.00', '$90.00'],
    ['Owed to customers in pots', '$10.00', '$10.00'],
    ['Pending payments', '$20.00', '$0.00'],
    ['Settlement account', '-$100.00', '-$100.00'],
    ['Credited for disputed payments', '$0.00', '$0.00'],
    ['Sum', '$0.00', '$0.00'],
  ])
  expect(screen.getByText('The books are in order')).toBeTruthy()
})

test('a check that is asked for shows how far it is, and its button does nothing meanwhile', async () => {
  let asked: CheckRun | null = null
  const { requests } = open(null, () => asked)
  const button = await screen.findByRole('button', { name: 'Check the books now' })
  asked = { ...run, state: 'running', step: 'postings', rowsChecked: 1_200, rowsEstimated: 4_800 }
  await userEvent.click(button)
  expect(await screen.findByText(/Step 2 of 5, postings: 1,200 of about 4,800 rows read/)).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Progress of the check' }).getAttribute('value')).toBe('25')
  await userEvent.click(screen.getByRole('button', { name: 'Checking the books…' }))
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a check whose process was killed says that it has no result, and can be asked for again', async () => {
  open(null, () => ({ ...run, state: 'interrupted' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The process of the bank that made it has ended.',
  )
  expect(screen.getByRole('button', { name: 'Check the books now' })).toBeTruthy()
})
