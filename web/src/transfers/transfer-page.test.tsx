import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  alice,
  type RecordedRequest,
  refused,
  sessionOf,
  stubbedBank,
  toErik,
  visit,
} from '../../test/stubbed-bank.tsx'
import { control, fields, review, reviewFromAmount } from '../../test/transfer-form.ts'
import { uncertainKey } from '../api/idempotency-key.ts'
import { whenNames } from '../schedules/when-names.ts'
import { transferBy } from '../sending/transfer-name.ts'
import { dropDrafts } from '../sessions/kept-drafts.ts'
import { readStoredDraft } from '../sessions/sealed-draft.ts'
import { hideAmounts } from '../ui/hidden-amounts.ts'
import { TransferPage } from './transfer-page.tsx'

const sentences = {
  account_name: 'Account name is required',
  account_number: 'Account number must be at least 10 digits',
  bank_name: 'Bank name is required',
  bank_address: 'Bank address is required',
  swift_code: 'Swift code is required',
  routing_number: 'Routing number is required',
  amount: 'Amount is required',
  transaction_pin: 'Transaction pin must be 4 digits',
}

/** The numbers of Erik's account as the form shows them. */
const inGroups = { account_number: '9876 543 210', routing_number: 'NO93 8601 1117 947', amount: '40.00' }

const vera = { ...toErik().beneficiary!, accountName: 'Vera Moreno', accountNumber: '1234567890' }

const keptId = () => uncertainKey(transferBy(alice()))

beforeEach(() => {
  dropDrafts()
})

describe('a payment that is made later', () => {
  test('a payment is scheduled with its days in words on the review, and nothing is sent now', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00.000Z'), toFake: ['Date'] })
    const { bank, address } = await open()
    await schedule({ firstDay: '2026-12-01', repeat: 'monthly' })
    const confirmation = await screen.findByRole('button', { name: 'Schedule payment' })
    const slip = within(screen.getByRole('region', { name: 'This transfer' }))
    expect(slip.getByText('When').nextElementSibling?.textContent).toBe(
      'On the 1st of each month, first on Tuesday, December 1',
    )
    await userEvent.click(confirmation)
    await waitFor(() => expect(address()).toBe('/scheduled'))
    expect(sent(bank)).toEqual([])
    expect(bank.requestsTo('POST /api/schedules').map(({ body }) => body)).toMatchObject([
      { amount: '40.00', account_name: 'Erik Holm', firstDay: '2026-12-01', repeat: 'monthly', times: null },
    ])
  })

  test('wrong days are told on their fields, and paying now again forgets them', async () => {
    const { bank } = await open()
    await schedule({ firstDay: '', repeat: 'weekly', every: '60' })
    await waitFor(() =>
      expect([errorOf('firstDay'), errorOf('every')]).toEqual([
        'Error: Enter a real date',
        'Error: Enter a whole number from 1 to 52',
      ]),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Pay now instead' }))
    await userEvent.click(screen.getByRole('button', { name: 'Review transfer' }))
    await confirm()
    await heading('Transfer receipt')
    expect(sent(bank)).toHaveLength(1)
  })

  test('a transfer is filled in again from its receipt, to be made every month from now on', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00.000Z'), toFake: ['Date'] })
    const { address } = await open()
    await review()
    await confirm()
    await userEvent.click(await screen.findByRole('button', { name: 'Repeat this transfer' }))
    await screen.findByLabelText('Repeat')
    expect(address()).toBe('/transfer?to=new')
    const names = ['account_name', 'amount', 'firstDay', 'repeat', 'transaction_pin']
    expect(names.map((name) => control(name).value)).toEqual([
      'Erik Holm',
      '40.00',
      '2026-12-30',
      'monthly',
      '',
    ])
  })

  test('a refusal of the days stands on the review', async () => {
    const day = 'January 2, 2099'
    await open({ schedule: () => refused('schedule_day_past', { day }) })
    await schedule({ firstDay: '2099-01-01', repeat: 'once' })
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule payment' }))
    expect(await screen.findByText(`Choose a day from ${day} on`)).toBeDefined()
  })

  test('a PIN that is refused for a scheduled payment has the advice of a transfer, and is removed', async () => {
    await open({ schedule: () => refused('pin_incorrect', { triesLeft: 4 }) })
    await schedule({ firstDay: '2099-01-01', repeat: 'once' })
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule payment' }))
    expect(await screen.findByText('Check your PIN. 4 tries left.')).toBeDefined()
    expect(control('transaction_pin').value).toBe('')
  })
})

/** Fills in the form and its days, and opens the review. */
async function schedule(when: Readonly<Record<string, string>>): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Pay later or repeatedly' }))
  await screen.findByLabelText('Repeat')
  for (const name of ['repeat', 'firstDay', 'every'] as const) {
    if (when[name] !== undefined) fireEvent.change(control(name), { target: { value: when[name] } })
  }
  await review()
}

describe('the details of a transfer', () => {
  test('each missing field shows the specified message, and nothing is sent', async () => {
    const { bank } = await open()
    await review({})
    for (const [name, sentence] of Object.entries(sentences)) {
      await waitFor(() => expect(errorOf(name)).toBe(`Error: ${sentence}`))
    }
    expect(sent(bank)).toEqual([])
  })

  test('an amount above the limit is refused before the review', async () => {
    await open({ me: () => alice({ balance: '900000.00' }) })
    await review({ ...fields, amount: '250000.01' })
    await waitFor(() => expect(errorOf('amount')).toBe('Error: The most you can send at once is $250,000.00'))
  })

  test('an amount above the balance is warned about on the review, before the slip and its button', async () => {
    await open()
    await review({ ...fields, amount: '100.50' })
    const warning = await screen.findByText('That is $0.50 more than your balance.')
    const slip = screen.getByRole('region', { name: 'This transfer' })
    expect(warning.compareDocumentPosition(slip)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('what the bank holds of the balance cannot be sent, and is told on the slip', async () => {
    await open({ me: () => alice({ held: '30.00', available: '70.00' }) })
    await userEvent.type(control('amount'), '70.01')
    const slip = within(screen.getByRole('region', { name: 'This transfer' }))
    const textBeside = (name: string) => slip.getByText(name).nextElementSibling?.textContent
    expect(['Held by the bank', 'Balance after'].map(textBeside)).toEqual(['$30.00', 'Not enough money'])
    await userEvent.type(control('amount'), '{Backspace}0')
    expect(textBeside('Balance after')).toBe('$30.00')
  })

  test('an amount is understood in any notation, and its error goes', async () => {
    const { bank } = await open({ me: () => alice({ balance: '9000.00' }) })
    await review({ ...fields, amount: 'ten' })
    await waitFor(() => expect(errorOf('amount')).toContain('in digits'))
    fireEvent.change(control('amount'), { target: { value: '1 234,5' } })
    await waitFor(() => expect(errorOf('amount')).toBeUndefined())
    fireEvent.blur(control('amount'))
    expect(screen.getByText('You’re sending $1,234.50')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Review transfer' }))
    await confirm()
    await heading('Transfer receipt')
    expect(sent(bank)[0]?.amount).toBe('1234.50')
  })

  test('the slip beside the form is filled in while the customer types', async () => {
    await open()
    const slip = within(screen.getByRole('region', { name: 'This transfer' }))
    const textBeside = (name: string) => slip.getByText(name).nextElementSibling?.textContent
    const names = ['Amount', 'To', 'Account number', 'Bank name', 'Reference for the payee', 'Balance after']
    expect(names.map(textBeside)).toEqual(['$0.00', '–', '–', '–', '–', '–'])
    await userEvent.type(control('account_name'), 'Erik Holm')
    await userEvent.type(control('account_number'), '9876543210')
    await userEvent.type(control('bank_name'), 'Northern Savings')
    await userEvent.type(control('amount'), '40,5')
    await userEvent.type(control('reference'), 'Rent')
    expect(names.map(textBeside)).toEqual([
      '$40.50',
      'Erik Holm',
      '9876543210',
      'Northern Savings',
      'Rent',
      '$59.50',
    ])
  })

  test('an inactive account has no transfer form', async () => {
    await open({ me: () => alice({ isActive: false }), until: 'Account is not active' })
    expect(document.querySelector('form')).toBeNull()
  })
})

test('frozen payments show a notice that leads to the limits, and no transfer form', async () => {
  await open({
    me: () => ({ ...alice(), frozenAt: '2026-03-07T14:15:00.000Z' }),
    until: /Your payments have been frozen since/,
  })
  expect(screen.getByText('March 7, 2026 at 2:15 PM UTC')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Limits and freeze' }).getAttribute('href')).toBe('/limits')
  expect(document.querySelector('form')).toBeNull()
})

test('a closed account shows that it is closed in place of the transfer form', async () => {
  await open({ me: () => alice({ closedAt: '2026-03-07T14:15:00.000Z' }), until: 'This account is closed' })
  expect(document.querySelector('form')).toBeNull()
})

describe('the review', () => {
  test('a field that something changes behind the review is sent as it was reviewed', async () => {
    const { bank } = await open()
    await review(fields)
    await heading('Check your transfer')
    fireEvent.change(control('account_number'), { target: { value: '1111111111' } })
    await confirm()
    await heading('Transfer receipt')
    expect(sent(bank)[0]?.account_number).toBe(fields.account_number)
  })

  test('the review shows the payee, the amount, the accounts and the balance after', async () => {
    await open()
    await review()
    expect(await heading('Check your transfer')).toBeDefined()
    const terms = screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(Object.fromEntries(terms)).toMatchObject({
      To: 'Erik Holm',
      Amount: '$40.00',
      'Account number': '9876543210',
      'Routing number / IBAN': 'NO9386011117947',
      'Reference for the payee': 'None',
      From: '4027719385',
      'Balance after': '$60.00',
    })
  })

  test('hidden amounts hide the balances of a transfer, and not what is about to be sent', async () => {
    hideAmounts(true)
    const refusals = [refused('balance_insufficient'), refused('payment_guard_exceeded', { limit: '$20.00' })]
    await open({ send: (ids) => refusals[ids.length - 1] })
    await review()
    await heading('Check your transfer')
    const terms = screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(Object.fromEntries(terms)).toMatchObject({
      Amount: '$40.00',
      'Balance now': '••••••Amount hidden',
      'Balance after': '••••••Amount hidden',
    })
    await confirm()
    expect((await screen.findByRole('alert')).textContent).toContain(
      'There is less in the account than that.',
    )
    await confirm()
    // On the review and in the toast.
    expect(await screen.findAllByText(/payment limit of •••/)).not.toHaveLength(1)
    expect(document.body.textContent).not.toContain('$20.00')
    await confirm()
    await heading('Transfer receipt')
    expect(screen.getByRole('region', { name: 'Transfer receipt' }).textContent).not.toContain('$40.00')
    hideAmounts(false)
  })

  test('the review names the round-up where the balance covers both, and the balance after it where it follows immediately', async () => {
    const factsOf = async (balance: string, bank_name = 'Truepenny') => {
      await open({ me: () => alice({ balance, roundUpPot: 'Japan trip' }) })
      await review({ ...fields, bank_name, amount: '39.50' })
      await heading('Check your transfer')
      const terms = screen
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent])
      const facts = Object.fromEntries(terms)
      cleanup()
      dropDrafts()
      const [name] = Object.keys(facts).filter((term) => term.startsWith('Round-up'))
      return name ? [name, facts[name], facts['Balance after']] : [facts['Balance after']]
    }
    const roundUp = 'Round-up to Japan trip'
    expect(await factsOf('100.00')).toEqual([roundUp, '$0.50', '$60.00'])
    expect(await factsOf('39.99')).toEqual(['$0.49'])
    expect(await factsOf('40.00')).toEqual([roundUp, '$0.50', '$0.00'])
    // A transfer to another bank can be taken back first.
    expect(await factsOf('100.00', 'Northern Savings')).toEqual([
      `${roundUp}, in 30 minutes`,
      '$0.50',
      '$60.50',
    ])
  })

  test('the receipt names the round-up and the balance after it, on the screen only', async () => {
    const roundUp = { pot: 'Japan trip', amount: '0.50', balanceAfter: '59.50' }
    await open({
      find: (id) => ({ ...toErik({ id }), payeeNameMasked: null, roundUp, timeline: [], note: '' }),
    })
    await review()
    await confirm()
    await heading('Transfer receipt')
    const facts = []
    for (const name of ['Round-up', 'Balance after']) {
      const term = await screen.findByText(name, { selector: 'dt' })
      facts.push([term.nextElementSibling!.textContent, term.classList.contains('no-print')])
    }
    expect(facts).toEqual([
      ['$0.50 to Japan trip', true],
      ['$59.50', true],
    ])
  })

  test('the one Change of the review leads back to the form and keeps everything typed', async () => {
    const { address } = await open()
    await review()
    await userEvent.click(await screen.findByRole('link', { name: 'Change this transfer' }))
    await heading('Funds Transfer')
    expect(address()).toBe('/transfer?to=new')
    expect(document.activeElement).toBe(control('amount'))
    expect(control('account_name').value).toBe('Erik Holm')
  })

  test('the review cannot be opened by its URL alone', async () => {
    const { address } = await open({ path: '/transfer?step=review' })
    await waitFor(() => expect(address()).toBe('/transfer'))
    expect(screen.queryByRole('button', { name: 'Confirm transfer' })).toBeNull()
  })
})

describe('a reload of the review', () => {
  test('a reloaded review is drawn from the kept draft before anything is requested again, and asks for the PIN', async () => {
    await open()
    await review()
    await screen.findByRole('button', { name: 'Confirm transfer' })
    await reload()

    const { bank } = await open({
      path: '/transfer?step=review',
      payees: () => new Promise(() => {}),
      until: 'Erik Holm',
    })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Check your transfer')
    expect(screen.getByText('Northern Savings')).toBeDefined()
    await confirm()
    await waitFor(() => expect(errorOf('transaction_pin')).toContain('Transaction pin must be 4 digits'))
    expect(sent(bank)).toEqual([])
    await userEvent.type(control('transaction_pin'), '1234{Enter}')
    await heading('Transfer receipt')
    expect(sent(bank)).toMatchObject([{ account_number: '9876543210', amount: '40.00' }])
    expect(sessionStorage.getItem('drafts')).toBeNull()
  })

  test('a transfer that was sent leaves no draft in the tab', async () => {
    await open()
    await review()
    await confirm()
    await heading('Transfer receipt')
    expect(sessionStorage.getItem('drafts')).toBeNull()
  })

  test('a reload at another payee shows nothing of the stored draft, and replaces it', async () => {
    await open()
    await review()
    await reload()
    await open({
      path: `/transfer?to=${toErik().id}`,
      find: () => toErik({ beneficiary: vera }),
      until: 'Vera Moreno',
    })
    const keptName = async () =>
      ((await readStoredDraft('transfer', sessionOf(alice()))) as { account_name: string }).account_name
    await waitFor(async () => expect(await keptName()).toBe('Vera Moreno'))
    expect(document.body.textContent).not.toContain('40.00')
    expect(control('amount').value).toBe('')
  })

  test('a form that was emptied leaves no draft in the tab', async () => {
    await open()
    fireEvent.change(control('amount'), { target: { value: '12' } })
    await waitFor(() => expect(sessionStorage.getItem('drafts')).not.toBeNull())
    fireEvent.change(control('amount'), { target: { value: '' } })
    await waitFor(() => expect(sessionStorage.getItem('drafts')).toBeNull())
  })

  test('what is typed before the stored draft is read stays alone in the form, and replaces the draft', async () => {
    await open()
    await review()
    await reload()
    const reading = holdReading()
    await open({ path: '/transfer?to=new' })
    await userEvent.type(control('account_name'), 'Max')
    await reading.end()
    const stored = () => readStoredDraft('transfer', sessionOf(alice()))
    await waitFor(async () => expect(await stored()).toMatchObject({ account_name: 'Max' }))
    expect(await stored()).toMatchObject({ account_number: '', amount: '' })
    expect([control('account_name').value, control('account_number').value]).toEqual(['Max', ''])
  })

  test('a stored draft that appears under the cursor is replaced by what is typed next', async () => {
    await open()
    await review()
    await reload()
    const reading = holdReading()
    await open({ path: '/transfer?to=new' })
    await userEvent.click(control('account_name'))
    await reading.end()
    await waitFor(() => expect(control('account_name').value).toBe('Erik Holm'))
    await userEvent.keyboard('Max')
    expect(control('account_name').value).toBe('Max')
    expect(control('bank_name').value).toBe('Northern Savings')
  })

  /** Holds back the stored draft. Once `end` is awaited, the form has it. */
  function holdReading() {
    const decrypt = crypto.subtle.decrypt.bind(crypto.subtle)
    const held = Promise.withResolvers<void>()
    const spy = vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...args) => {
      await held.promise
      return decrypt(...args)
    })
    return {
      async end() {
        held.resolve()
        await act(() => spy.mock.results[0]!.value)
        spy.mockRestore()
      },
    }
  }

  /** Leaves the page with what its tab has stored, and nothing else. */
  async function reload() {
    await screen.findByRole('button', { name: 'Confirm transfer' })
    await waitFor(() => expect(sessionStorage.getItem('drafts')).not.toBeNull())
    cleanup()
    const stored = sessionStorage.getItem('drafts')!
    dropDrafts()
    sessionStorage.setItem('drafts', stored)
  }
})

describe('a reference for the payee', () => {
  test('a reference is reviewed, sent and shown on the receipt', async () => {
    const { bank } = await open()
    await review({ ...fields, reference: ' Invoice  4711 🏦' })
    expect(await screen.findByText('Invoice 4711 🏦')).toBeDefined()
    await confirm()
    await heading('Transfer receipt')
    expect(sent(bank)).toMatchObject([{ reference: 'Invoice 4711 🏦' }])
    expect(screen.getByText('Invoice 4711 🏦')).toBeDefined()
  })

  for (const [typed, sentence] of [
    ['x'.repeat(36), 'Reference must be at most 35 characters'],
    ['rent\u202etnem', 'Reference has characters that can’t be shown'],
  ] as const) {
    test(`a reference is refused before the review: ${sentence}`, async () => {
      await open()
      await review({ ...fields, reference: typed })
      await waitFor(() => expect(errorOf('reference')).toBe(`Error: ${sentence}`))
    })
  }
})

test('the holder of an account of this bank is on the receipt, masked', async () => {
  await open({ find: (id) => ({ ...toErik({ id }), payeeNameMasked: 'B••• M•••', timeline: [], note: '' }) })
  await review({ ...fields, bank_name: ' true PENNY ' })
  expect(await screen.findByText('Immediately')).toBeDefined()
  await confirm()
  await heading('Transfer receipt')
  expect(await screen.findByText('B••• M•••')).toBeDefined()
  expect(screen.getByText('Erik Holm')).toBeDefined()
})

test('the review says that money inside the bank arrives after the undo time', async () => {
  await open({ me: () => ({ ...alice(), undoSeconds: 30 }) })
  await review({ ...fields, bank_name: 'True Penny' })
  expect(await screen.findByText('After your undo time of 30 seconds')).toBeDefined()
})

test('the receipt of a transfer inside the bank names the undo time, and no more once staff have set it back', async () => {
  const pending = {
    ...toErik({ kind: 'transfer_inside', status: 'pending' }),
    payeeNameMasked: null,
    note: '',
  }
  const until = 'Transfer receipt'
  const path = `/transfer?step=receipt&tx=${pending.id}`
  await open({ path, until, find: () => ({ ...pending, timeline: [{}] }) })
  expect(await screen.findByText('It arrives when your undo time is over.')).toBeDefined()
  cleanup()
  await open({ path, until, find: () => ({ ...pending, timeline: [{}, {}, {}] }) })
  expect(await screen.findByText(/^On its way\./)).toBeDefined()
})

describe('a transfer that is sent', () => {
  test('a sent transfer has a receipt with its status and its id, and the next one has another id', async () => {
    const { bank, address } = await open()
    await review()
    await confirm()
    expect(await heading('Transfer receipt')).toBeDefined()
    const id = sent(bank)[0]?.transactionId
    expect(await screen.findByText('Funds transfer request sent')).toBeDefined()
    expect(screen.getByText('pending')).toBeDefined()
    expect(screen.getByText(id!)).toBeDefined()
    expect(address()).toBe(`/transfer?step=receipt&tx=${id}`)
    const facts = new Map(
      screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]),
    )
    expect(facts.get('From')).toBe('4027719385')
    expect(facts.get('Swift code')).toBe(fields.swift_code)
    expect(facts.get('Routing number / IBAN')).toBe(fields.routing_number)
    expect(sent(bank)).toEqual([{ ...fields, amount: '40.00', reference: '', transactionId: id }])
    const print = vi.fn()
    vi.stubGlobal('print', print)
    await userEvent.click(screen.getByRole('button', { name: 'Print receipt' }))
    expect(print).toHaveBeenCalledOnce()

    await userEvent.click(screen.getByRole('button', { name: 'Download receipt' }))
    await waitFor(() => expect(bank.requestsTo(`GET /api/transactions/${id}/receipt.pdf`)).toHaveLength(1))

    await userEvent.click(screen.getByRole('link', { name: 'Make another transfer' }))
    await heading('Funds Transfer')
    expect(control('account_name').value).toBe('')
    dropDrafts()
    await review()
    await confirm()
    await heading('Transfer receipt')
    expect(sent(bank)[1]?.transactionId).not.toBe(id)
  })

  test('a double click sends a transfer once', async () => {
    const { bank } = await open()
    await review()
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Confirm transfer' }))
    await heading('Transfer receipt')
    expect(sent(bank)).toHaveLength(1)
  })
})

describe('a refused transfer', () => {
  for (const [code, facts, said, advice] of [
    ['pin_incorrect', { triesLeft: 3 }, 'Invalid transaction pin', '3 tries left.'],
    ['pin_incorrect', { triesLeft: 1 }, 'Invalid transaction pin', '1 try left.'],
    ['pin_incorrect', { triesLeft: 0 }, 'Invalid transaction pin', 'Set one in Settings'],
    ['pin_locked', { minutes: 30 }, 'Too many wrong PINs. Try again in 30 minutes', 'again in 30 min'],
  ] as const) {
    test(`a PIN refused with ${code} (${JSON.stringify(facts)}) is asked for again on the review`, async () => {
      const { address } = await open({ send: () => refused(code, facts) })
      await review()
      await confirm()
      expect(await screen.findByText(said)).toBeDefined()
      await waitFor(() => expect(errorOf('transaction_pin')).toContain(advice))
      await waitFor(() => expect(document.activeElement).toBe(control('transaction_pin')))
      expect(control('transaction_pin').value).toBe('')
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Check your transfer')
      expect(address()).toBe('/transfer?step=review')
      expect(keptId()).toBeNull()
    })
  }

  test('the right PIN typed on the review sends the transfer, with Enter', async () => {
    const { bank } = await open({ send: (ids) => (ids.length === 1 ? refused('pin_incorrect') : undefined) })
    await review({ ...fields, transaction_pin: '9999' })
    await confirm()
    await waitFor(() => expect(document.activeElement).toBe(control('transaction_pin')))
    await confirm()
    await waitFor(() => expect(errorOf('transaction_pin')).toContain('Transaction pin must be 4 digits'))
    await userEvent.type(control('transaction_pin'), '1234{Enter}')
    await heading('Transfer receipt')
    expect(sent(bank).map(({ transaction_pin }) => transaction_pin)).toEqual(['9999', '1234'])
  })

  for (const [code, facts, field, said, advice] of [
    ['balance_insufficient', {}, 'amount', 'Insufficient balance', 'You can send up to $100.00.'],
    [
      'limit_exceeded',
      { limit: '$9.00' },
      'amount',
      'The most you can send at once is $9.00',
      'Send the rest separately',
    ],
    [
      'own_account',
      {},
      'account_number',
      'You can’t send money to your own account',
      'You can’t send money to your own account. Enter the account number',
    ],
    ['currency_different', {}, 'account_number', 'This account holds another currency', 'account in USD'],
  ] as const) {
    test(`a transfer refused with ${code} stays on the review, with a way to its field`, async () => {
      await open({ send: () => refused(code, facts) })
      await review()
      await confirm()
      expect(await screen.findByText(said)).toBeDefined()
      const notice = await screen.findByRole('alert')
      expect(notice.textContent).toContain('Nothing was sent.')
      expect(notice.textContent).toContain(advice)
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Check your transfer')
      expect(control('transaction_pin')).toBeNull()

      await userEvent.click(within(notice).getByRole('link', { name: /^Change / }))
      await waitFor(() => expect(document.activeElement).toBe(control(field)))
      expect(errorOf(field)).toContain(advice)
      expect(control('account_name').value).toBe('Erik Holm')
      expect(control('transaction_pin').value).toBe('1234')
      expect(keptId()).toBeNull()
    })
  }

  test('a transfer refused because the account was deactivated shows that instead of the form', async () => {
    let isActive = true
    const send = () => {
      isActive = false
      return refused('account_inactive')
    }
    await open({ me: () => alice({ isActive }), send })
    await review()
    await confirm()
    expect(await screen.findByText(/has been deactivated/)).toBeDefined()
    expect(document.querySelector('form')).toBeNull()
  })

  test('a transfer refused because the payments were frozen elsewhere shows that instead of the form', async () => {
    let frozenAt: string | null = null
    const send = () => {
      frozenAt = '2026-03-07T14:15:00.000Z'
      return refused('payments_frozen')
    }
    await open({ me: () => ({ ...alice(), frozenAt }), send })
    await review()
    await confirm()
    expect(await screen.findByText(/Your payments have been frozen since/)).toBeDefined()
    expect(document.querySelector('form')).toBeNull()
  })

  test('a transfer refused as frozen is explained on the review when the account cannot be read again', async () => {
    await open({ send: () => refused('payments_frozen') })
    await review()
    await confirm()
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Nothing was sent: your payments are frozen',
    )
  })

  for (const [code, facts, said] of [
    [
      'guard_exceeded',
      { guard: 'your day limit', limit: '$30.00', left: '$15.00', time: 'March 8, 2026 at 12:00 AM UTC' },
      'This would exceed your day limit of $30.00. You can send $15.00 until March 8, 2026 at 12:00 AM UTC.',
    ],
    [
      'guard_used_up',
      { guard: 'the bank’s day limit', limit: '$30.00', time: 'March 8, 2026 at 12:00 AM UTC' },
      'This would exceed the bank’s day limit of $30.00. You can send again from March 8, 2026 at 12:00 AM UTC.',
    ],
    ['payment_guard_exceeded', { limit: '$20.00' }, 'This would exceed your payment limit of $20.00'],
  ] as const) {
    test(`a transfer refused with ${code} says so on the review, with a way to the limits`, async () => {
      await open({ send: () => refused(code, facts) })
      await review()
      await confirm()
      const notice = await screen.findByRole('alert')
      expect(notice.textContent).toContain(`Nothing was sent. ${said}`)
      const link = within(notice).getByRole('link', { name: 'Limits and freeze' })
      expect(link.getAttribute('href')).toBe('/limits')
      expect(within(notice).getByRole('link', { name: 'Change amount' })).toBeDefined()
    })
  }

  test('a transfer refused by the rate limit stays on the review', async () => {
    await open({ send: () => refused('too_many_attempts', { minutes: 3 }) })
    await review()
    await confirm()
    expect(await screen.findByText(/Wait 3 minutes, then confirm again/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Confirm transfer' })).toBeDefined()
  })

  test('a transfer refused because its id was used can be confirmed again under a new id', async () => {
    const { bank } = await open({
      send: (ids) => (ids.length === 1 ? refused('id_reused') : toErik({ id: ids[1]! })),
    })
    await review()
    await confirm()
    expect(await screen.findByText(/Nothing was sent now/)).toBeDefined()
    await confirm()
    await heading('Transfer receipt')
    const [first, second] = sent(bank)
    expect(second?.transactionId).not.toBe(first?.transactionId)
  })
})

describe('an unanswered transfer', () => {
  for (const [what, failure] of [
    ['the connection breaks', () => Promise.reject(new TypeError('network'))],
    ['the server fails', () => refused('internal')],
    ['the bank does not know the outcome', () => refused('outcome_unknown')],
    ['a proxy fails', () => new Response('bad gateway', { status: 502 })],
  ] as const) {
    test(`a transfer is looked up and repeated under its id when ${what}`, async () => {
      const { bank } = await open({ send: (ids) => (ids.length === 1 ? failure() : undefined) })
      await review()
      await confirm()
      expect(await heading('We’re checking this transfer')).toBeDefined()
      const id = sent(bank)[0]?.transactionId
      expect(await screen.findByText(id!)).toBeDefined()
      expect(document.body.textContent).not.toMatch(/failed/i)
      const { drafts, ...others } = { ...sessionStorage } as Record<string, string>
      expect(others).toEqual({ [`transferId of ${alice().id}`]: id })
      const { transaction_pin, ...kept } = fields
      expect(JSON.parse(drafts!)).toEqual({ owner: alice().id, sealed: expect.any(String) })
      expect(await readStoredDraft('transfer', sessionOf(alice()))).toEqual({
        ...kept,
        ...inGroups,
        payee: 'new',
        reference: '',
        ...Object.fromEntries(whenNames.map((name) => [name, ''])),
      })

      await userEvent.click(screen.getByRole('button', { name: 'Check now' }))
      await heading('Transfer receipt')
      const posts = bank.requestsTo('POST /api/transfers').map((one) => bank.requests.indexOf(one))
      const between = bank.requests.slice(posts[0]! + 1, posts[1])
      expect(between.map(({ path }) => path).filter((path) => path.endsWith(id!))).toHaveLength(1)
      expect(sent(bank).map(({ transactionId }) => transactionId)).toEqual([id, id])
    })
  }

  test('a transfer without an answer after 10 seconds is looked up', async () => {
    const patience: AbortController[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      expect(milliseconds).toBe(10_000)
      patience.push(new AbortController())
      return patience.at(-1)!.signal
    })
    const { bank } = await open({
      send: () =>
        new Promise((_, giveUp) => {
          patience[0]!.signal.addEventListener('abort', () => giveUp(patience[0]!.signal.reason))
        }),
      find: (id) => toErik({ id }),
    })
    await review()
    await confirm()
    await userEvent.click(screen.getByRole('button', { name: 'Sending…' }))
    act(() => patience[0]!.abort(new DOMException('too slow', 'TimeoutError')))
    await heading('We’re checking this transfer')
    expect(document.body.textContent).not.toMatch(/failed/i)
    await userEvent.click(await screen.findByRole('button', { name: 'Check now' }))
    await heading('Transfer receipt')
    expect(sent(bank)).toHaveLength(1)
    vi.restoreAllMocks()
  })

  test('a transfer that the bank has is not sent again', async () => {
    const { bank } = await open({ send: () => refused('outcome_unknown'), find: (id) => toErik({ id }) })
    await review()
    await confirm()
    await userEvent.click(await screen.findByRole('button', { name: 'Check now' }))
    await heading('Transfer receipt')
    expect(sent(bank)).toHaveLength(1)
  })

  test.each(['40', '40.00', '40,0'])(
    'is found at the bank as $40.00 when its amount was typed as %s',
    async (typed) => {
      const { bank } = await open({
        send: () => refused('outcome_unknown'),
        find: (id) => toErik({ id, amount: '40.00' }),
      })
      await reviewFromAmount(typed)
      await confirm()
      await userEvent.click(await screen.findByRole('button', { name: 'Check now' }))
      await heading('Transfer receipt')
      expect(sent(bank).map(({ amount }) => amount)).toEqual(['40.00'])
    },
  )

  test('an unanswered transfer is named on the form after a reload and repeated under its id', async () => {
    const before = await open({ send: () => refused('outcome_unknown') })
    await review()
    await confirm()
    await heading('We’re checking this transfer')
    cleanup()
    dropDrafts()

    const { bank } = await open({ find: (id) => toErik({ id }) })
    expect((await screen.findByText(/Your last transfer has reached the bank/)).textContent).toContain(
      ': $40.00 to Erik Holm.',
    )
    await review()
    await confirm()
    await heading('Transfer receipt')
    expect(sent(bank)[0]?.transactionId).toBe(sent(before.bank)[0]?.transactionId)
    expect(keptId()).toBeNull()
  })

  test('a new transfer after an unanswered one has a new id', async () => {
    sessionStorage.setItem(`transferId of ${alice().id}`, toErik().id)
    await open({ find: (id) => toErik({ id }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Start a new transfer' }))
    expect(keptId()).toBeNull()
    expect(screen.queryByText(/Your last transfer/)).toBeNull()
  })
})

test('a transfer confirmed offline is not sent, now or later', async () => {
  const { bank } = await open()
  await review()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await confirm()
  expect(screen.getByText(/You’re offline, and nothing has been sent/)).toBeDefined()
  onLine.mockRestore()
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(sent(bank)).toEqual([])
  // It can be confirmed again: what kept it from being sent is over.
  expect(screen.queryByText(/You’re offline/)).toBeNull()
})

type Wishes = {
  path?: string
  me?: () => unknown
  /** Answers a transfer, given the ids sent so far; undefined books it. */
  send?: (ids: string[]) => unknown
  /** Answers the look-up of an id. */
  find?: (id: string) => unknown
  payees?: () => unknown
  schedule?: () => unknown
  until?: string | RegExp
}

async function open({
  path = '/transfer',
  me = () => alice(),
  send,
  find,
  payees = () => ({ beneficiaries: [] }),
  schedule = () => new Response('{}', { status: 201 }),
  until = 'Account name',
}: Wishes = {}) {
  const ids: string[] = []
  const bank = stubbedBank({
    'GET /api/me': me,
    'GET /api/beneficiaries': payees,
    'GET /api/beneficiaries/recent': payees,
    'POST /api/transfers': ({ body }) => {
      ids.push(body.transactionId ?? '')
      return send?.(ids) ?? receiptOf(body)
    },
    'POST /api/schedules': schedule,
    'GET /api/transactions/:id': ({ path }) => {
      const found = find?.(path.replace(/.*\//, '')) ?? refused('transaction_not_found')
      return found instanceof Response ? found : { timeline: [], ...found }
    },
  })
  vi.stubGlobal('fetch', bank.fetch)
  const { address } = visit(
    path,
    <>
      <TransferPage />
      <Toaster />
    </>,
    path,
    alice(),
  )
  await screen.findByText(until)
  return { bank, address }
}

function receiptOf({ transactionId, amount, reference }: RecordedRequest['body']) {
  const { type, status, ...facts } = toErik({
    id: transactionId!,
    amount: amount!,
    reference: reference ?? null,
  })
  return Response.json({ ...facts, firstStatus: status }, { status: 201 })
}

async function confirm(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm transfer' }))
}

function sent(bank: ReturnType<typeof stubbedBank>): RecordedRequest['body'][] {
  return bank.requestsTo('POST /api/transfers').map(({ body }) => body)
}

function heading(name: string) {
  return screen.findByRole('heading', { level: 1, name })
}

function errorOf(name: string): string | undefined {
  return document.querySelector(`#${name}-error`)?.textContent ?? undefined
}
