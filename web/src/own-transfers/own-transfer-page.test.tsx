import type { AccountView } from '@bank/contract/accounts/view'
import type { RefusalCode } from '@bank/contract/errors'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  alice,
  type RecordedRequest,
  refused,
  savings,
  stubbedBank,
  visit,
} from '../../test/stubbed-bank.tsx'
import { dropDrafts } from '../sessions/kept-drafts.ts'
import { hideAmounts } from '../ui/hidden-amounts.ts'
import { OwnTransferPage } from './own-transfer-page.tsx'

const main = alice().account
const holidays = savings({ number: '6660001111', name: 'Holidays', balance: '0.00' })
const euros = savings({ number: '7770004321', currency: 'EUR' })

beforeEach(dropDrafts)

describe('moving money between two accounts of a customer', () => {
  test('the money is moved immediately, without a PIN, and both balances show it', async () => {
    const { bank } = await open({ accounts: [main, savings()] })
    await type('40')
    expect(balances()).toEqual(['$100.00', '$60.00', '$20.00', '$60.00'])
    await press()
    const receipt = await screen.findByRole('region', { name: 'Transfer receipt' })
    expect(receipt.textContent).toContain('Done. The money has arrived.')
    await waitFor(() => expect(balances()).toEqual(['$60.00', '$60.00']))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Transfer receipt' }))
    // The receipt says it: no toast does.
    await waitFor(() => expect(screen.queryByText('Moving money...')).toBeNull())
    expect(screen.queryByText('$40.00 moved')).toBeNull()
    const [sent] = moves(bank)
    expect(sent!.query.get('account')).toBe(main.number)
    expect(sent!.body).toEqual({ to: savings().number, amount: '40.00', transactionId: expect.anything() })
    expect(screen.getByRole('link', { name: 'Transactions of Savings' }).getAttribute('href')).toBe(
      '/transactions?account=5550001234',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Move more money' }))
    expect(amountField().value).toBe('')
    expect(balances()).toEqual(['$60.00', '–', '$60.00', '–'])
  })

  test('an account in another currency is listed and cannot be chosen, with the reason', async () => {
    await open({ accounts: [main, savings(), euros] })
    const to = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'To' })
    expect(
      [...to.options].map(({ text, disabled }) => [text.replaceAll(/[\u2068\u2069]/g, ''), disabled]),
    ).toEqual([
      ['Savings ··1234, $20.00', false],
      ['Savings ··4321, in EUR', true],
    ])
    expect(screen.getByText('We don’t exchange money: only accounts in USD can be chosen.')).toBeDefined()
    cleanup()
    await open({ accounts: [main, euros], until: 'You need two active accounts in one currency' })
    expect(
      await screen.findByText(/none can be moved between your accounts in different currencies/),
    ).toBeDefined()
  })

  test('hidden amounts are hidden in both choices and beside them, and what is typed is seen', async () => {
    hideAmounts(true)
    const { bank } = await open({ accounts: [main, savings()] })
    // The slip shows no amount yet.
    expect(document.body.textContent).not.toMatch(/\$(?!0\.00)/)
    await type('400')
    expect(screen.getByText('There is less than that.')).toBeDefined()
    await userEvent.clear(amountField())
    await type('40')
    expect(screen.getByText('You’re moving $40.00')).toBeDefined()
    await press()
    await waitFor(() => expect(moves(bank)).toHaveLength(1))
    hideAmounts(false)
  })

  test('two movements have two ids', async () => {
    const { bank } = await open({ accounts: [main, savings()] })
    for (const count of [1, 2]) {
      await type('10')
      await press()
      await userEvent.click(await screen.findByRole('button', { name: 'Move more money' }))
      expect(moves(bank)).toHaveLength(count)
    }
    const [first, second] = moves(bank).map(({ body }) => body.transactionId)
    expect(second).not.toBe(first)
  })

  test('a double click moves the money once', async () => {
    const { bank } = await open({ accounts: [main, savings()] })
    await type('40')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Move money' }))
    await screen.findByText('Done. The money has arrived.')
    expect(moves(bank)).toHaveLength(1)
  })

  test('the address names both accounts, and only accounts in one currency can be chosen', async () => {
    const { address } = await open({ accounts: [main, savings(), holidays, euros] })
    expect(optionsOf('From')).toEqual([main.number, savings().number, holidays.number])
    await userEvent.selectOptions(screen.getByLabelText('To'), holidays.number)
    expect(address()).toBe(`/own-transfer?from=${main.number}&to=${holidays.number}`)
    expect(optionsOf('To')).toEqual([savings().number, holidays.number])
  })

  test('the account that was the other one changes places with the chosen one', async () => {
    const { address } = await open({ accounts: [main, savings()] })
    await userEvent.selectOptions(screen.getByLabelText('From'), savings().number)
    expect(address()).toBe(`/own-transfer?from=${savings().number}&to=${main.number}`)
  })

  test('more than there is shows as not enough money while it is typed, on the field and on both accounts', async () => {
    await open({ accounts: [main, savings()] })
    await type('100.01')
    expect(screen.getByText('Not enough money')).toBeDefined()
    expect(screen.getByText('You can move up to $100.00.')).toBeDefined()
    // Nothing arrives of what is refused.
    expect(screen.getByText('–')).toBeDefined()
    await userEvent.clear(amountField())
    await type('100')
    expect(screen.queryByText('You can move up to $100.00.')).toBeNull()
    expect(screen.queryByText('–')).toBeNull()
  })

  test('what the bank holds of an account cannot be moved from it, and bounds no other', async () => {
    const held = { held: '95.00', available: '5.00' }
    await open({
      accounts: [
        { ...main, ...held },
        { ...savings(), held: '90.00', available: '0.00' },
      ],
    })
    await type('5.01')
    expect(screen.getByText('You can move up to $5.00.')).toBeDefined()
    expect(screen.getByText('Not enough money')).toBeDefined()
    await userEvent.clear(amountField())
    await type('5')
    expect(screen.queryByText('Not enough money')).toBeNull()
    expect(balances()).toEqual(['$100.00', '$95.00', '$20.00', '$25.00'])
  })

  test('an amount typed before the form was left is there again, for its own account alone', async () => {
    const accounts = [main, savings(), holidays]
    await open({ accounts })
    await type('12.5')
    cleanup()
    await open({ accounts, path: `/own-transfer?from=${savings().number}` })
    expect(amountField().value).toBe('')
    cleanup()
    await open({ accounts })
    expect(amountField().value).toBe('12.5')
    expect(screen.getByText('You’re moving $12.50')).toBeDefined()
    expect(balances()).toEqual(['$100.00', '$87.50', '$20.00', '$32.50'])
  })

  test('an amount moves on with the form when another account is chosen, and is not kept for the one before', async () => {
    await open({ accounts: [main, savings()] })
    await type('12.5')
    await userEvent.selectOptions(screen.getByLabelText('From'), savings().number)
    expect(amountField().value).toBe('12.50')
    cleanup()
    await open({ accounts: [main, savings()] })
    expect(amountField().value).toBe('')
  })

  test('an amount that was moved is not kept', async () => {
    await open({ accounts: [main, savings()] })
    await type('40')
    await press()
    await screen.findByText('Done. The money has arrived.')
    cleanup()
    await open({ accounts: [main, savings()] })
    expect(amountField().value).toBe('')
  })

  test('a customer who has frozen their payments reads so in place of the form', async () => {
    const me = { ...alice(), frozenAt: '2026-03-07T14:15:00.000Z' }
    await open({ accounts: [main, savings()], me, until: 'Limits and freeze' })
    expect(screen.getByText(/Your payments have been frozen since/)).toBeDefined()
    expect(screen.queryByRole('form')).toBeNull()
  })

  test('without the answer whether payments are frozen, money can be moved', async () => {
    await open({ accounts: [main, savings()], me: refused('busy') })
    expect(form()).toBeDefined()
  })

  test('without an amount nothing is sent', async () => {
    const { bank } = await open({ accounts: [main, savings()] })
    await press()
    expect(await screen.findByText('Amount is required')).toBeDefined()
    expect(moves(bank)).toEqual([])
  })

  test('a customer without two accounts in one currency is led to opening one', async () => {
    await open({ accounts: [main, euros], until: 'You need two active accounts in one currency' })
    expect(screen.getByRole('link', { name: 'Open an account' }).getAttribute('href')).toBe(
      '/accounts?open=account',
    )
  })
})

describe('a refused movement between two accounts', () => {
  const cases: readonly [RefusalCode, string][] = [
    ['balance_insufficient', 'You can move up to $100.00.'],
    ['balance_held', 'You can move up to $100.00. The bank holds the rest'],
    ['amount_too_large', 'The account cannot hold this amount'],
    ['own_transfer_account_unknown', 'Choose one of your accounts'],
    ['own_transfer_same_account', 'Choose two different accounts'],
    ['own_transfer_currency_different', 'These accounts hold different currencies'],
    ['account_inactive', 'Account is not active'],
    ['account_not_found', 'Account not found'],
    ['id_reused', 'Nothing was moved now'],
    ['too_many_attempts', 'Too many attempts'],
  ]
  for (const [code, sentence] of cases) {
    test(`${code} is explained in the form, which stays: ${sentence}`, async () => {
      await open({ accounts: [main, savings()], moved: () => refused(code, { minutes: 5 }) })
      await type('40')
      await press()
      await waitFor(() => expect(form().textContent).toContain(sentence))
      expect(amountField().value).toBe('40.00')
    })
  }

  test('an empty account says that there is nothing in it', async () => {
    await open({
      accounts: [main, holidays],
      path: `/own-transfer?from=${holidays.number}`,
      moved: () => refused('balance_insufficient'),
    })
    await type('40')
    await press()
    await waitFor(() => expect(form().textContent).toContain('There is no money to move yet.'))
  })
})

describe('a movement between two accounts whose answer is lost', () => {
  test('it is sent again under its id until the bank answers', async () => {
    let isAnswered = false
    const { bank } = await open({
      accounts: [main, savings()],
      moved: () => (isAnswered ? undefined : refused('outcome_unknown')),
    })
    await type('40')
    await press()
    expect(await screen.findByText(/We don’t have an answer yet/)).toBeDefined()
    isAnswered = true
    await userEvent.click(screen.getByRole('button', { name: 'Check now' }))
    await screen.findByText('Done. The money has arrived.')
    const ids = moves(bank).map(({ body }) => body.transactionId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('after a reload the form says so, and the same movement has the same id', async () => {
    const before = await open({ accounts: [main, savings()], moved: () => refused('outcome_unknown') })
    await type('40')
    await press()
    await screen.findByText(/We don’t have an answer yet/)
    cleanup()
    dropDrafts()
    const { bank } = await open({ accounts: [main, savings()] })
    expect(screen.getByText(/did not answer when you last moved money from this account/)).toBeDefined()
    await type('40')
    await press()
    await screen.findByText('Done. The money has arrived.')
    expect(moves(bank)[0]!.body.transactionId).toBe(moves(before.bank)[0]!.body.transactionId)
  })

  test('an uncertain movement from one account is not repeated from another', async () => {
    await open({ accounts: [main, savings()], moved: () => refused('outcome_unknown') })
    await type('40')
    await press()
    await screen.findByText(/We don’t have an answer yet/)
    cleanup()
    await open({ accounts: [main, savings()], path: `/own-transfer?from=${savings().number}` })
    expect(screen.queryByText(/did not answer when you last moved money/)).toBeNull()
  })

  test('a movement confirmed offline is not sent, now or later', async () => {
    const { bank } = await open({ accounts: [main, savings()] })
    await type('40')
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await act(async () => void window.dispatchEvent(new Event('offline')))
    await press()
    expect(await screen.findByText(/You’re offline, and nothing has been sent/)).toBeDefined()
    onLine.mockRestore()
    await act(async () => void window.dispatchEvent(new Event('online')))
    expect(moves(bank)).toEqual([])
    expect(screen.queryByText(/You’re offline/)).toBeNull()
  })
})

type Wishes = {
  accounts: AccountView[]
  /** Answers a movement; undefined books it. */
  moved?: () => unknown
  path?: string
  me?: unknown
  until?: string
}

async function open({ accounts, moved, path = '/own-transfer', me = alice(), until = 'Amount' }: Wishes) {
  const known = accounts.map((account) => ({ ...account }))
  const bank = stubbedBank({
    'GET /api/me': () => me,
    'GET /api/accounts': () => ({ accounts: known.map((account) => ({ ...account })) }),
    'POST /api/own-transfers': (request) => moved?.() ?? book(request, known),
  })
  vi.stubGlobal('fetch', bank.fetch)
  const { address } = visit(
    '/own-transfer',
    <>
      <OwnTransferPage />
      <Toaster />
    </>,
    path,
    alice(),
  )
  await screen.findByText(until, { ignore: 'dt' })
  return { bank, address }
}

function book({ query, body: { to, amount, transactionId } }: RecordedRequest, accounts: AccountView[]) {
  const from = query.get('account')
  for (const account of accounts) {
    const sign = account.number === from ? -1 : account.number === to ? 1 : 0
    account.balance = (Number(account.balance) + sign * Number(amount)).toFixed(2)
  }
  return { id: transactionId, from, to, amount, currency: 'USD', createdAt: '2026-03-07T14:15:00.000Z' }
}

function moves(bank: ReturnType<typeof stubbedBank>): RecordedRequest[] {
  return bank.requestsTo('POST /api/own-transfers')
}

function form(): HTMLElement {
  return screen.getByRole('form', { name: 'Move money' })
}

function amountField(): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>('Amount')
}

function type(amount: string): Promise<void> {
  return userEvent.type(amountField(), amount)
}

function press(): Promise<void> {
  return userEvent.click(screen.getByRole('button', { name: 'Move money' }))
}

/** Now and after, of the first account and of the second. */
function balances(): (string | null)[] {
  const terms = screen.getAllByRole('term').filter(({ textContent }) => textContent.startsWith('Balance '))
  return terms.map(({ nextElementSibling }) => nextElementSibling!.textContent)
}

function optionsOf(label: string): string[] {
  const { options } = screen.getByLabelText<HTMLSelectElement>(label)
  return [...options].filter(({ disabled }) => !disabled).map(({ value }) => value)
}
