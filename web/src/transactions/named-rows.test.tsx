import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { alice, savings, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { useNamedRows } from './named-rows.ts'

for (const [description, shown] of [
  ['Moved to your account 5550001234', 'To \u2068Savings\u2069 ··1234'],
  ['Moved from your account 4027719385', 'From \u2068Checking Account\u2069 ··9385'],
  ['Returned: Moved to your account 5550001234', 'Returned: To \u2068Savings\u2069 ··1234'],
  ['Moved to your account 9999999999', 'Moved to your account 9999999999'],
  ['Transfer to Moved to your account 5550001234', 'Transfer to Moved to your account 5550001234'],
  ['Account funded', 'Account funded'],
] as const) {
  test(`a row described as "${description}" is shown as "${shown}"`, async () => {
    const accounts = [alice().account, savings()]
    vi.stubGlobal('fetch', stubbedBank({ 'GET /api/accounts': () => ({ accounts }) }).fetch)
    visit('/transactions', <Rows descriptions={[description]} />)
    expect(await screen.findByText(shown)).toBeDefined()
  })
}

function Rows({ descriptions }: { descriptions: readonly string[] }) {
  const rows = useNamedRows(descriptions.map((description) => ({ description })))
  return rows?.map(({ description }) => <p key={description}>{description}</p>)
}
