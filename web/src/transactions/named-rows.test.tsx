import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { alice, savings, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { useNamedRows } from './named-rows.ts'

for (const [description, otherAccount, shown, type = 'debit', change = null] of [
  ['Moved to your account 5550001234', '5550001234', 'To \u2068Savings\u2069 ··1234'],
  ['Moved from your account 4027719385', '4027719385', 'From \u2068Checking Account\u2069 ··9385', 'credit'],
  [
    'Returned: Moved to your account 5550001234',
    '5550001234',
    'Returned: To \u2068Savings\u2069 ··1234',
    'credit',
    'returned',
  ],
  [
    'Taken back: Moved from your account 5550001234',
    '5550001234',
    'Taken back: From \u2068Savings\u2069 ··1234',
    'debit',
    'taken_back',
  ],
  ['Moved to your account 9999999999', '9999999999', 'Moved to your account 9999999999'],
  ['Transfer to Moved to your account 5550001234', null, 'Transfer to Moved to your account 5550001234'],
  ['Account funded', null, 'Account funded'],
] as const) {
  test(`a row described as "${description}" is shown as "${shown}"`, async () => {
    const accounts = [alice().account, savings()]
    vi.stubGlobal('fetch', stubbedBank({ 'GET /api/accounts': () => ({ accounts }) }).fetch)
    visit('/transactions', <Rows rows={[{ description, otherAccount, type, change }]} />)
    expect(await screen.findByText(shown)).toBeDefined()
  })
}

test('a row shows the name of an account that has dollar signs', async () => {
  const accounts = [alice().account, { ...savings(), name: '$$ of $&' }]
  vi.stubGlobal('fetch', stubbedBank({ 'GET /api/accounts': () => ({ accounts }) }).fetch)
  const row = { description: 'Moved to your account 5550001234', otherAccount: '5550001234' }
  const rows = [{ ...row, type: 'debit', change: null } as const]
  visit('/transactions', <Rows rows={rows} />)
  expect(await screen.findByText('To \u2068$$ of $&\u2069 ··1234')).toBeDefined()
})

function Rows({ rows }: { rows: Parameters<typeof useNamedRows>[0] }) {
  return useNamedRows(rows)?.map(({ description }) => <p key={description}>{description}</p>)
}
