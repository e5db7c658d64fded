import { ibanOf } from '@bank/contract/iban'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { control, fields, review } from '../../test/transfer-form.ts'
import { publicConfig } from '../public-config.ts'
import { dropDrafts } from '../sessions/kept-drafts.ts'
import { TransferPage } from './transfer-page.tsx'

beforeEach(() => {
  dropDrafts()
})

const iban = 'DE89370400440532013000'
const { routing_number: _, ...others } = fields

describe('an IBAN as the account number', () => {
  test('an IBAN hides the routing number while it is typed, in lower case and in groups, and is sent as both', async () => {
    const { bank } = await open()
    await review({ ...others, account_number: 'de89 3704 0044 0532 0130 00' })
    await confirm()
    await screen.findByText('Transfer receipt')
    expect(bank.requestsTo('POST /api/transfers')[0]?.body).toMatchObject({
      account_number: iban,
      routing_number: iban,
    })
  })

  test('the review shows an IBAN once, and the form has it in groups', async () => {
    await open()
    await review({ ...others, account_number: iban })
    await screen.findByRole('button', { name: 'Confirm transfer' })
    const lines = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(lines.filter((line) => line === iban)).toHaveLength(1)
    await userEvent.click(screen.getByRole('link', { name: 'Change this transfer' }))
    expect(control('account_number').value).toBe('DE89 3704 0044 0532 0130 00')
  })

  test('an IBAN ends the complaint about the routing number, which it hides', async () => {
    await open()
    await review({ ...others, account_number: '9876543210' })
    expect(await screen.findByRole('link', { name: 'Routing number / IBAN' })).toBeDefined()
    await type('account_number', iban)
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Routing number / IBAN' })).toBeNull())
  })

  test('without the IBAN the routing number is back as it was typed', async () => {
    const { bank } = await open()
    await userEvent.type(control('routing_number'), '011000015')
    await type('account_number', iban)
    await waitFor(() => expect(control('routing_number')).toBeNull())
    await type('account_number', '9876543210')
    await waitFor(() => expect(control('routing_number').value).toBe('011000015'))
    await review({ ...fields, routing_number: '011000015' })
    await confirm()
    await screen.findByText('Transfer receipt')
    expect(bank.requestsTo('POST /api/transfers')[0]?.body).toMatchObject({
      account_number: '9876543210',
      routing_number: '011000015',
    })
  })

  test('an IBAN with a wrong digit is refused on its field, and hides nothing', async () => {
    const { bank } = await open()
    await review({ ...fields, account_number: 'DE88370400440532013000' })
    const error = await waitFor(() => document.querySelector('#account_number-error')!)
    expect(error.textContent).toBe('Error: This IBAN is mistyped: its check digits are wrong')
    expect(control('routing_number').value).toBe('NO93 8601 1117 947')
    expect(bank.requestsTo('POST /api/transfers')).toEqual([])
  })
})

test('an account that was paid today by its number is warned about when its IBAN is typed, under any bank’s name', async () => {
  const now = '2026-03-07T16:00:00.000Z'
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
  const earlier = toErik({ createdAt: now })
  const ours = ibanOf({ number: earlier.beneficiary!.accountNumber, currency: 'EUR' }, publicConfig.bankCode)!
  await open([earlier])
  await review({ ...others, account_number: ours, bank_name: 'Commerzbank' })
  expect(await screen.findByText(/Already paid this today\?/)).toBeDefined()
})

test('an IBAN of ours under another bank’s name stays inside: its holder’s name is checked, and it arrives immediately', async () => {
  const { bank } = await open()
  const ours = ibanOf({ number: '5550001234', currency: 'EUR' }, publicConfig.bankCode)!
  await review({ ...others, account_number: ours.toLowerCase(), bank_name: 'Commerzbank' })
  expect(await screen.findByText('The name matches the holder of this account.')).toBeDefined()
  expect(screen.getByText('Immediately')).toBeDefined()
  expect(bank.requestsTo('POST /api/payee-checks').map(({ body }) => body)).toMatchObject([
    { account_number: ours, bank_name: 'Commerzbank' },
  ])
})

test('someone at the bank is paid by name and IBAN, and the review shows no more of the bank than its name', async () => {
  const { bank } = await open([], '/transfer?to=here')
  const { account_name, amount, transaction_pin } = fields
  const ours = ibanOf({ number: '5550001234', currency: 'EUR' }, publicConfig.bankCode)!
  await review({ account_name, account_number: ours, amount, transaction_pin })
  expect(await screen.findByText('The name matches the holder of this account.')).toBeDefined()
  expect(screen.queryByText('Bank address', { selector: 'dt' })).toBeNull()
  await confirm()
  await screen.findByText('Transfer receipt')
  expect(bank.requestsTo('POST /api/transfers')[0]?.body).toMatchObject({
    account_number: ours,
    bank_name: 'Truepenny',
    routing_number: ours,
  })
})

async function open(history = [toErik()], address = '/transfer') {
  const bank = stubbedBank({
    'GET /api/me': () => alice(),
    'GET /api/beneficiaries': () => ({ beneficiaries: [] }),
    'GET /api/beneficiaries/recent': () => ({ beneficiaries: [] }),
    'GET /api/transactions': () => ({ transactions: history, firstRow: 1, total: 1, nextCursor: null }),
    'POST /api/transfers': () => ({ ...toErik(), firstStatus: 'pending' }),
    'POST /api/payee-checks': () => ({ result: 'match', holder: null }),
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit(address, <TransferPage />)
  await screen.findByText('Account name')
  return { bank }
}

async function confirm() {
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm transfer' }))
}

async function type(name: string, value: string) {
  fireEvent.change(control(name), { target: { value } })
}
