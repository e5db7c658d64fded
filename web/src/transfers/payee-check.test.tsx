import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { control, fields, review } from '../../test/transfer-form.ts'
import { dropDrafts } from '../sessions/kept-drafts.ts'
import { TransferPage } from './transfer-page.tsx'

beforeEach(() => dropDrafts())

const inside = { ...fields, account_name: 'Max Berger', bank_name: ' true PENNY ' }
const ownBank = {
  bank_name: 'Truepenny',
  bank_address: '1 Assay Row, Pennyford',
  swift_code: 'TRPNDEF0',
  routing_number: '995550005',
}

describe('someone at this bank', () => {
  test('the form asks for a name and a number only, and is sent with the details of the bank', async () => {
    const { bank, address } = await open()
    await userEvent.click(screen.getByRole('link', { name: 'Pay someone at Truepenny' }))
    expect(address()).toBe('/transfer?to=here')
    await waitFor(() => expect(control('bank_name').closest('fieldset')!.hidden).toBe(true))
    await review({
      account_name: 'Max Berger',
      account_number: '1234567890',
      amount: '5',
      transaction_pin: '1234',
    })
    const terms = () => screen.getAllByRole('term').map(({ textContent }) => textContent)
    const send = await screen.findByRole('button', { name: 'Confirm transfer' })
    expect(terms()).toEqual(expect.arrayContaining(['To', 'Account number', 'Bank name']))
    expect(terms()).not.toEqual(expect.arrayContaining(['Swift code']))
    await userEvent.click(send)
    await waitFor(() => expect(bank.requestsTo('POST /api/transfers')).toHaveLength(1))
    expect(bank.requestsTo('POST /api/transfers')[0]!.body).toMatchObject({
      ...ownBank,
      account_name: 'Max Berger',
      account_number: '1234567890',
      amount: '5.00',
    })
  })

  test('a change after the review leads back to the short form, and its link to the whole form', async () => {
    const { address } = await open({ path: '/transfer?to=here' })
    await review({
      account_name: 'Max Berger',
      account_number: '1234567890',
      amount: '5',
      transaction_pin: '1234',
    })
    await userEvent.click(await screen.findByRole('link', { name: 'Change this transfer' }))
    expect(address()).toBe('/transfer?to=here')
    expect(control('account_number').value).toBe('1234 567 890')
    await userEvent.click(screen.getByRole('link', { name: 'Pay someone at another bank' }))
    expect(address()).toBe('/transfer?to=new')
    // The details of this bank do not stay for another one.
    await waitFor(() => expect(control('bank_name').value).toBe(''))
    expect([control('swift_code').value, control('account_name').value]).toEqual(['', 'Max Berger'])
  })

  test('a payee at this bank is offered beside someone new, and keeps an unfinished form of its own', async () => {
    const saved = { id: '019a0000-0000-7000-8000-000000000001', name: 'Erik', ...toErik().beneficiary! }
    await open({ saved: [saved], until: 'Who do you want to pay?' })
    await userEvent.click(screen.getByRole('link', { name: /Someone at Truepenny.*Enter a name/ }))
    await waitFor(() => expect(control('bank_name').value).toBe('Truepenny'))
    fireEvent.change(control('account_name'), { target: { value: 'Max B' } })
    fireEvent.change(control('amount'), { target: { value: '7.00' } })
    cleanup()
    await open({ saved: [saved], until: 'Who do you want to pay?' })
    expect(screen.getByRole('link', { name: /Someone at Truepenny.*Continue with Max B/ })).toBeDefined()
    await userEvent.click(screen.getByRole('link', { name: /Someone new.*Enter an account/ }))
    await waitFor(() => expect(control('bank_name').value).toBe(''))
    expect([control('account_name').value, control('amount').value]).toEqual(['', ''])
  })
})

describe('the check of the payee on the review', () => {
  for (const [result, holder, text] of [
    ['match', null, 'The name matches the holder of this account.'],
    ['close_match', 'Maximilian Berger', 'This account belongs to Maximilian Berger. Send only if'],
    ['no_match', null, 'This account doesn’t belong to Max Berger.'],
    ['other_currency', null, 'Ask the person you are paying for an account in USD.'],
    ['not_possible', null, 'We couldn’t check this name.'],
    ['not_checked', null, 'This name isn’t checked'],
  ] as const) {
    test(`the answer ${result} is said, and the transfer can be sent`, async () => {
      const { bank } = await open({ check: () => ({ result, holder }) })
      await review(inside)
      await waitFor(() => expect(remark()).toContain(text))
      expect(bank.requestsTo('POST /api/payee-checks').map(({ body }) => body)).toEqual([
        { account_name: 'Max Berger', account_number: fields.account_number, bank_name: 'true PENNY' },
      ])
      await userEvent.click(screen.getByRole('button', { name: 'Confirm transfer' }))
      expect(await screen.findByRole('heading', { level: 1, name: 'Transfer receipt' })).toBeDefined()
    })
  }

  test('a number of this bank under another name leads to the form of this bank, with what was typed', async () => {
    const { address } = await open({ check: () => ({ result: 'other_bank_name', holder: null }) })
    await review({ ...inside, bank_name: 'Truepenny Bank' })
    await waitFor(() => expect(remark()).toContain('Is the account really at Truepenny Bank?'))
    await userEvent.click(screen.getByRole('link', { name: 'It is at Truepenny' }))
    expect(address()).toBe('/transfer?to=here')
    await waitFor(() => expect(control('bank_name').value).toBe('Truepenny'))
    expect([control('account_name').value, control('amount').value]).toEqual(['Max Berger', '40.00'])
  })

  test('a check that fails says so and blocks nothing', async () => {
    await open({ check: () => refused('busy') })
    await review(inside)
    await waitFor(() => expect(remark()).toBe('We couldn’t check the name. You can still send.'))
  })

  test('a number that cannot be one of this bank is not checked', async () => {
    const { bank } = await open()
    await review({ ...inside, bank_name: 'Northern Savings', account_number: '98765432101' })
    await screen.findByRole('button', { name: 'Confirm transfer' })
    expect(bank.requestsTo('POST /api/payee-checks')).toEqual([])
  })

  test('another bank’s account of ten digits is checked in silence', async () => {
    const { bank } = await open({ check: () => ({ result: 'not_possible', holder: null }) })
    await review(fields)
    await screen.findByRole('button', { name: 'Confirm transfer' })
    await waitFor(() => expect(bank.requestsTo('POST /api/payee-checks')).toHaveLength(1))
    expect(remark()).toBe('')
  })
})

test('a number that does not exist is refused on the review, with the way to the number', async () => {
  await open({ send: () => refused('payee_account_missing', { bank: 'Truepenny' }) })
  await review(inside)
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm transfer' }))
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toBe(
    'Nothing was sent. There is no such account at Truepenny. Check the number.Change account number',
  )
})

type Wishes = {
  path?: string
  saved?: unknown[]
  check?: () => unknown
  send?: () => unknown
  until?: string
}

async function open({
  path = '/transfer',
  saved = [],
  check = () => ({ result: 'match', holder: null }),
  send = () => Response.json({ ...toErik(), firstStatus: 'success' }, { status: 201 }),
  until = 'Account name',
}: Wishes = {}) {
  const bank = stubbedBank({
    'GET /api/me': () => alice(),
    'GET /api/beneficiaries': () => ({ beneficiaries: saved }),
    'GET /api/beneficiaries/recent': () => ({ beneficiaries: [] }),
    'POST /api/payee-checks': check,
    'POST /api/transfers': send,
  })
  vi.stubGlobal('fetch', bank.fetch)
  const { address } = visit('/transfer', <TransferPage />, path, alice())
  await screen.findByText(until)
  return { bank, address }
}

/** What the check says, in its live region beside the button. */
function remark(): string | null | undefined {
  const form = screen.queryByRole('form', { name: 'Confirm transfer' })
  return form?.querySelector('[data-payee-check]')?.textContent
}
