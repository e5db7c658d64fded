import type { RefusalCode, RefusalFacts } from '@bank/contract/errors'
import type { PotView } from '@bank/contract/pots/view'
import type { MeView } from '@bank/contract/profile/view'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { alice, type RecordedRequest, refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../closing/close-pot-dialog.tsx'
import { PotsPage } from './pots-page.tsx'

const holidays = pot()
const unlocked = pot({ lockedUntil: null })
const car = pot({
  id: '0198c0de-0000-4000-8000-0000000ca400',
  name: 'Car',
  balance: '0.00',
  goal: null,
  targetDay: null,
  lockedUntil: null,
})

afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

describe('the pots of an account', () => {
  test('a pot shows its balance, the share of its goal as a ring, its target day and its lock', async () => {
    await open({ pots: [holidays] })
    const bar = within(cardOf('Holidays')).getByRole('progressbar', { name: 'Goal of Holidays' })
    expect(bar.getAttribute('aria-valuenow')).toBe('25')
    expect(bar.getAttribute('aria-valuetext')).toBe('25% of $1,000.00')
    const text = cardOf('Holidays').textContent
    for (const part of [
      '$250.00',
      '25% of $1,000.00',
      'a month until Jul 1, 2099',
      'Locked until Jun 1, 2099',
    ])
      expect(text).toContain(part)
  })

  test.each([
    ['the last cent before a goal is 99 percent', { balance: '999.99' }, 99],
    ['more than a goal is 100 percent', { balance: '1500.00' }, 100],
    ['a tiny share of the largest goal is 0 percent', { balance: '0.01', goal: '92233720368547758.07' }, 0],
  ])('%s', async (_, facts, percent) => {
    await open({ pots: [pot(facts)] })
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(String(percent))
  })

  test.each([
    ['of five months and some days', '2026-08-20', '$125.00 a month until Aug 20, 2026'],
    ['of less than a month', '2026-03-20', '$750.00 a month until Mar 20, 2026'],
    ['that is rounded up to the cent', '2026-10-07', '$107.15 a month until Oct 7, 2026'],
  ])('a pot says what reaches its goal by a target day %s', async (_, targetDay, monthly) => {
    vi.useFakeTimers({ now: new Date('2026-03-07T14:15:00.000Z'), toFake: ['Date'] })
    await open({ pots: [pot({ targetDay, lockedUntil: null })] })
    expect(cardOf('Holidays').textContent).toContain(monthly)
  })

  test('a pot says nothing of a month after its target day, or once the goal is reached', async () => {
    await open({
      pots: [pot({ targetDay: '2026-01-02' }), pot({ id: car.id, name: 'Full', balance: '1000.00' })],
    })
    for (const name of ['Holidays', 'Full']) expect(cardOf(name).textContent).not.toContain('a month')
  })

  test('a lock that has ended says so', async () => {
    await open({ pots: [pot({ lockedUntil: '2026-01-02' })] })
    expect(cardOf('Holidays').textContent).toContain('Lock ended Jan 2, 2026')
  })

  test('the page says the sum of all pots', async () => {
    await open({ pots: [holidays, pot({ id: car.id, name: 'Car', balance: '3100.50' })] })
    expect(screen.getByText(/^In pots/).textContent).toBe('In pots $3,350.50')
  })

  test('hidden amounts hide the sum, the balance, the goal and the share', async () => {
    localStorage.setItem('hide-amounts', 'yes')
    await open({ pots: [holidays] })
    expect(screen.getByText(/^In pots/).textContent).toBe('In pots ••••••Amount hidden')
    expect(cardOf('Holidays').textContent).not.toMatch(/\d%|\$/)
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('0')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('Amount hidden')
  })

  test('an account without pots says so, and each suggestion opens the form with its name', async () => {
    await open({ pots: [], until: 'You have no pots' })
    expect(screen.getByRole('button', { name: 'Open a pot' })).toBeDefined()
    await press('Emergency')
    const name = await within(await screen.findByRole('dialog')).findByLabelText<HTMLInputElement>('Name')
    expect(name.value).toBe('Emergency')
  })

  test('an account that is not active has no way to open a pot', async () => {
    await open({ pots: [], me: alice({ isActive: false }), until: 'You have no pots' })
    expect(screen.getByText('You can open a pot once this account is active.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Open a pot' })).toBeNull()
  })

  test('a customer who has frozen their payments reads so, and cannot move money into or out of pots', async () => {
    await open({ pots: [holidays], me: { ...alice(), frozenAt: '2026-03-07T14:15:00.000Z' } })
    expect(screen.getByText(/Your payments have been frozen since/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Limits and freeze' }).getAttribute('href')).toBe('/limits')
    expect(screen.queryByRole('button', { name: 'Add money to Holidays' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Take out from Holidays' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Change Holidays' })).toBeDefined()
  })

  test('pots that fail to load show the reason and a way to try again', async () => {
    await open({ list: () => refused('busy'), until: 'Your pots could not be loaded' })
    expect(screen.getByText('The bank is busy. Try again in a moment')).toBeDefined()
  })

  test('the pots of the account in the address are requested, and a new one is opened for it', async () => {
    const { bank } = await open({ path: '/pots?account=5550001234&open=pot' })
    await fillIn({ Name: 'Bike' })
    await pressInDialog('Open pot')
    await screen.findByText('Pot opened')
    for (const endpoint of ['GET /api/pots', 'POST /api/pots'])
      expect(bank.requestsTo(endpoint)[0]!.query.get('account')).toBe('5550001234')
  })
})

describe('opening a pot', () => {
  test('a pot is opened with a name, a goal and days, and is in the list at once', async () => {
    const { bank, address } = await openForm()
    await fillIn({ Name: ' Bike ', Goal: '1,200', 'Target day': '2099-07-01', 'Locked until': '2099-06-01' })
    await pressInDialog('Open pot')
    await pressInDialog('Lock pot')
    expect(await screen.findByText('Pot opened')).toBeDefined()
    expect(openings(bank)).toEqual([
      {
        name: 'Bike',
        goal: '1200.00',
        targetDay: '2099-07-01',
        lockedUntil: '2099-06-01',
        openingId: expect.anything(),
      },
    ])
    expect(await screen.findByRole('heading', { name: 'Bike' })).toBeDefined()
    await waitFor(() => expect(address()).toBe('/pots'))
  })

  test('the question before a new pot is locked names the day and the consequence, and leads back to the form', async () => {
    const { bank } = await openForm()
    await fillIn({ Name: 'Bike', 'Locked until': '2099-06-01' })
    await pressInDialog('Open pot')
    const dialog = await screen.findByRole('dialog', { name: 'Lock this pot until June 1, 2099?' })
    expect(dialog.textContent).toContain('you can’t take money out of this pot, and you can’t end the lock')
    expect(document.activeElement?.textContent).toBe('Back')
    await pressInDialog('Back')
    expect(within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>('Name').value).toBe(
      'Bike',
    )
    expect(openings(bank)).toEqual([])
  })

  test('a name is enough, and an empty goal and empty days are sent as none', async () => {
    const { bank } = await openForm()
    await fillIn({ Name: 'Bike' })
    await pressInDialog('Open pot')
    await screen.findByText('Pot opened')
    expect(openings(bank)).toMatchObject([{ goal: null, targetDay: null, lockedUntil: null }])
  })

  test('the form for a pot is open at its own address, and closing it leads back', async () => {
    const { address } = await openForm('/pots?account=5550001234&open=pot')
    await pressInDialog('Cancel')
    await waitFor(() => expect(address()).toBe('/pots?account=5550001234'))
    await userEvent.click(screen.getByRole('button', { name: 'Open a pot' }))
    await screen.findByRole('dialog')
    expect(address()).toBe('/pots?account=5550001234&open=pot')
    await pressInDialog('Cancel')
    await waitFor(() => expect(address()).toBe('/pots?account=5550001234'))
  })

  test.each([
    ['no name', {}, 'Name is required'],
    ['a name that reverses text', { Name: 'a\u202eb' }, 'Name has characters that can’t be shown'],
    ['a goal of 0', { Name: 'Bike', Goal: '0' }, 'Enter an amount above 0'],
    ['a goal in words', { Name: 'Bike', Goal: 'much' }, 'Enter the amount in digits, such as 1250.00'],
    ['a goal that no account can hold', { Name: 'Bike', Goal: '9'.repeat(18) }, 'Enter a smaller amount'],
  ])('a new pot with %s is refused on its field, and nothing is sent', async (_, fields, sentence) => {
    const { bank } = await openForm()
    await fillIn(fields)
    await pressInDialog('Open pot')
    expect(await within(screen.getByRole('dialog')).findByText(sentence)).toBeDefined()
    expect(openings(bank)).toEqual([])
  })

  test.each(
    cases([
      ['account_inactive', 'Account is not active'],
      ['pots_too_many', 'An account can have at most 20 pots. Close one first', { most: 20 }],
      ['opening_id_reused', 'Your last attempt has opened a pot with other values. It is in the list.'],
      ['pot_day_past', 'Choose a day in the future'],
      ['pot_lock_too_long', 'Choose a day within the next 5 years'],
      ['too_many_attempts', 'Too many attempts', { minutes: 5 }],
    ]),
  )('the refusal %s of a new pot is explained in the form: %s', async (code, sentence, facts) => {
    await openForm('/pots?open=pot', () => refused(code, facts))
    await fillIn({ Name: 'Bike', 'Locked until': '2026-01-01' })
    await pressInDialog('Open pot')
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(sentence))
  })

  test('an opening without an answer is sent again under its id, also after a reload', async () => {
    const first = await openForm('/pots?open=pot', () => {
      throw new TypeError('connection lost')
    })
    await fillIn({ Name: 'Bike' })
    await pressInDialog('Open pot')
    expect(await screen.findByText(/one pot is opened at most/)).toBeDefined()
    cleanup()
    const { bank } = await openForm()
    expect(screen.getByText(/The bank did not answer when you last opened a pot/)).toBeDefined()
    await fillIn({ Name: 'Bike' })
    await pressInDialog('Open pot')
    await screen.findByText('Pot opened')
    const ids = [...openings(first.bank), ...openings(bank)].map(({ openingId }) => openingId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('money into a pot and out of it', () => {
  test('money is added at once, without a PIN, and both balances before and after are shown', async () => {
    const { bank } = await open({ pots: [holidays] })
    await press('Add money to Holidays')
    await fillIn({ Amount: '40' })
    expect(balances()).toEqual(['$100.00', '$60.00', '$250.00', '$290.00'])
    await pressInDialog('Add money')
    expect(await screen.findByText('$40.00 added')).toBeDefined()
    expect(bodiesTo(bank, 'deposits')).toEqual([{ amount: '40.00', transactionId: expect.anything() }])
    await waitFor(() => expect(cardOf('Holidays').textContent).toContain('$290.00'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('money is taken out of a pot into its account', async () => {
    const { bank } = await open({ pots: [unlocked] })
    await press('Take out from Holidays')
    await fillIn({ Amount: '50' })
    expect(balances()).toEqual(['$250.00', '$200.00', '$100.00', '$150.00'])
    await pressInDialog('Take money out')
    expect(await screen.findByText('$50.00 taken out')).toBeDefined()
    expect(bodiesTo(bank, 'withdrawals')).toEqual([{ amount: '50.00', transactionId: expect.anything() }])
    await waitFor(() => expect(cardOf('Holidays').textContent).toContain('$200.00'))
  })

  test('the toast about moved money names no amount where amounts are hidden', async () => {
    localStorage.setItem('hide-amounts', 'yes')
    await open({ pots: [unlocked] })
    await press('Take out from Holidays')
    await fillIn({ Amount: '50' })
    await pressInDialog('Take money out')
    expect(await screen.findByText('Money taken out')).toBeDefined()
  })

  test('two movements of a pot have two ids, and a double click moves the money once', async () => {
    const { bank } = await open({ pots: [holidays] })
    for (const count of [1, 2]) {
      await press('Add money to Holidays')
      await fillIn({ Amount: '10' })
      await userEvent.dblClick(
        within(await screen.findByRole('dialog')).getByRole('button', { name: 'Add money' }),
      )
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(bodiesTo(bank, 'deposits')).toHaveLength(count)
    }
    expect(new Set(bodiesTo(bank, 'deposits').map(({ transactionId }) => transactionId)).size).toBe(2)
  })

  test('more than there is shows as not enough money while it is typed', async () => {
    await open({ pots: [holidays] })
    await press('Add money to Holidays')
    await fillIn({ Amount: '100.01' })
    expect(screen.getByText('Not enough money')).toBeDefined()
  })

  test('without an amount no money is moved', async () => {
    const { bank } = await open({ pots: [holidays] })
    await press('Add money to Holidays')
    await screen.findByLabelText('Amount')
    await pressInDialog('Add money')
    expect(await screen.findByText('Amount is required')).toBeDefined()
    expect(bodiesTo(bank, 'deposits')).toEqual([])
  })

  test.each(
    cases([
      ['pot_not_found', 'Pot not found'],
      ['account_inactive', 'Account is not active'],
      ['payments_frozen', 'Your payments are frozen'],
      ['amount_too_large', 'The account cannot hold this amount'],
      ['balance_insufficient', 'You can move up to $100.00.'],
      ['id_reused', 'Nothing was moved now'],
      ['too_many_attempts', 'Too many attempts', { minutes: 5 }],
    ]),
  )('the refusal %s of money into a pot is explained in the form: %s', async (code, sentence, facts) => {
    await open({ pots: [holidays], moved: () => refused(code, facts) })
    await press('Add money to Holidays')
    await fillIn({ Amount: '40' })
    await pressInDialog('Add money')
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(sentence))
  })

  test.each(
    cases([
      ['balance_insufficient', 'You can move up to $250.00.'],
      ['pot_locked', 'This pot is locked until June 1, 2099', { day: 'June 1, 2099' }],
    ]),
  )('the refusal %s of money out of a pot is explained in the form: %s', async (code, sentence, facts) => {
    await open({ pots: [unlocked], moved: () => refused(code, facts) })
    await press('Take out from Holidays')
    await fillIn({ Amount: '40' })
    await pressInDialog('Take money out')
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(sentence))
  })

  test('a movement of a pot without an answer is sent again under its id until the bank answers', async () => {
    let isAnswered = false
    const { bank } = await open({
      pots: [holidays],
      moved: () => (isAnswered ? undefined : refused('outcome_unknown')),
    })
    await press('Add money to Holidays')
    await fillIn({ Amount: '40' })
    await pressInDialog('Add money')
    expect(await screen.findByText(/We don’t have an answer yet/)).toBeDefined()
    isAnswered = true
    await pressInDialog('Check now')
    await screen.findByText('$40.00 added')
    const ids = bodiesTo(bank, 'deposits').map(({ transactionId }) => transactionId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('a movement of a pot whose dialog was closed before an answer keeps its id', async () => {
    let isAnswered = false
    const { bank } = await open({
      pots: [holidays],
      moved: () => (isAnswered ? undefined : refused('outcome_unknown')),
    })
    await press('Add money to Holidays')
    await fillIn({ Amount: '40' })
    await pressInDialog('Add money')
    await screen.findByText(/We don’t have an answer yet/)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    isAnswered = true
    await press('Add money to Holidays')
    expect(await screen.findByText(/The bank did not answer when you last did this/)).toBeDefined()
    await fillIn({ Amount: '40' })
    await pressInDialog('Add money')
    await screen.findByText('$40.00 added')
    expect(new Set(bodiesTo(bank, 'deposits').map(({ transactionId }) => transactionId)).size).toBe(1)
  })
})

describe('taking money out of a locked pot', () => {
  test('the dialog of a locked pot says until when, to screen readers too, and has no form', async () => {
    const { bank } = await open({ pots: [holidays] })
    await press('Take out from Holidays')
    const dialog = await screen.findByRole('dialog', { name: 'Take money out' })
    expect(document.getElementById(dialog.getAttribute('aria-describedby')!)?.textContent).toBe(
      'This pot is locked until June 1, 2099. You can still add money.',
    )
    expect(screen.queryByLabelText('Amount')).toBeNull()
    await pressInDialog('Back to pots')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodiesTo(bank, 'withdrawals')).toEqual([])
  })

  test('the dialog of a pot whose lock has ended has the form', async () => {
    await open({ pots: [pot({ lockedUntil: '2026-01-02' })] })
    await press('Take out from Holidays')
    expect(await screen.findByLabelText('Amount')).toBeDefined()
    expect(screen.queryByText(/This pot is locked/)).toBeNull()
  })

  test('a movement without an answer can be sent again after the pot was locked', async () => {
    let isAnswered = false
    const { bank } = await open({
      pots: [unlocked],
      moved: () => (isAnswered ? undefined : refused('outcome_unknown')),
    })
    await press('Take out from Holidays')
    await fillIn({ Amount: '40' })
    await pressInDialog('Take money out')
    await screen.findByText(/We don’t have an answer yet/)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    cleanup()
    isAnswered = true
    const again = await open({ pots: [holidays] })
    await press('Take out from Holidays')
    await fillIn({ Amount: '40' })
    await pressInDialog('Take money out')
    await screen.findByText('$40.00 taken out')
    const ids = [bank, again.bank].flatMap((each) =>
      bodiesTo(each, 'withdrawals').map(({ transactionId }) => transactionId),
    )
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })
})

describe('changing a pot', () => {
  test('a pot is changed with the values that it has, and an emptied field is sent as none', async () => {
    const { bank } = await open({ pots: [holidays] })
    await press('Change Holidays')
    await fillIn({ Name: 'Long holidays', Goal: '' })
    await pressInDialog('Save')
    expect(await screen.findByText('Pot changed')).toBeDefined()
    expect(bank.requestsTo(`PUT /api/pots/${holidays.id}`).map(({ body }) => body)).toEqual([
      { name: 'Long holidays', goal: null, targetDay: '2099-07-01', lockedUntil: '2099-06-01' },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a longer lock of a pot is asked about, and a closed question is forgotten', async () => {
    const { bank } = await open({ pots: [holidays] })
    await press('Change Holidays')
    await fillIn({ 'Locked until': '2099-12-31' })
    await pressInDialog('Save')
    await screen.findByRole('dialog', { name: 'Lock this pot until December 31, 2099?' })
    await pressInDialog('Close')
    await press('Change Holidays')
    await fillIn({ 'Locked until': '2099-12-31' })
    await pressInDialog('Save')
    await pressInDialog('Lock pot')
    expect(await screen.findByText('Pot changed')).toBeDefined()
    expect(bank.requestsTo(`PUT /api/pots/${holidays.id}`).map(({ body }) => body.lockedUntil)).toEqual([
      '2099-12-31',
    ])
  })

  test.each(
    cases([
      ['pot_not_found', 'Pot not found'],
      ['pot_lock_shortened', 'A lock can be extended, not shortened'],
      ['pot_day_past', 'Choose a day in the future'],
      ['pot_lock_too_long', 'Choose a day within the next 5 years'],
    ]),
  )('the refusal %s of a change of a pot is explained in the form: %s', async (code, sentence) => {
    await open({ pots: [holidays], changed: () => refused(code) })
    await press('Change Holidays')
    await fillIn({ 'Locked until': '2026-01-01' })
    await pressInDialog('Save')
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(sentence))
  })
})

describe('closing a pot', () => {
  test('an empty pot is closed after a question that names the payments into it, and one with money has no way to close it', async () => {
    const { bank } = await open({ pots: [holidays, car] })
    expect(screen.queryByRole('button', { name: 'Close Holidays' })).toBeNull()
    await press('Close Car')
    expect(await screen.findByText('2 scheduled payments end, too:')).toBeDefined()
    const named = within(screen.getByRole('alertdialog')).getAllByRole('listitem')
    expect(named.map(({ textContent }) => textContent)).toEqual([
      'On the 1st of each month',
      'On Monday, February 2, 2099',
    ])
    await pressInDialog('Close pot', 'alertdialog')
    expect(await screen.findByText('Pot closed')).toBeDefined()
    expect(bank.requestsTo(`DELETE /api/pots/${car.id}`)).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Car' })).toBeNull())
  })

  test('a pot is closed also where the payments into it cannot be read, and the question says that they end', async () => {
    await open({ pots: [car], scheduled: () => refused('busy') })
    await press('Close Car')
    expect(await screen.findByText(/^Scheduled payments that use it end, too/)).toBeDefined()
    await pressInDialog('Close pot', 'alertdialog')
    expect(await screen.findByText('Pot closed')).toBeDefined()
  })

  test.each(
    cases([
      ['pot_not_found', 'Pot not found'],
      ['pot_not_empty', 'Move the money out of this pot before you close it'],
    ]),
  )('the refusal %s of the closing of a pot is explained in the question: %s', async (code, sentence) => {
    await open({ pots: [car], closed: () => refused(code) })
    await press('Close Car')
    await pressInDialog('Close pot', 'alertdialog')
    expect(await within(screen.getByRole('alertdialog')).findByText(sentence)).toBeDefined()
  })
})

describe('rounding up into a pot', () => {
  test('round-up is turned on for a pot, and off again', async () => {
    const { bank } = await open({ pots: [car] })
    const readings = () => bank.requestsTo('GET /api/me').length
    const before = readings()
    await userEvent.click(roundUpOf('Car'))
    expect(await screen.findByText('Round-up turned on')).toBeDefined()
    await waitFor(() => expect(roundUpOf('Car').checked).toBe(true))
    // The review of a transfer reads from the account what it is rounded up into.
    await waitFor(() => expect(readings()).toBeGreaterThan(before))
    await userEvent.click(roundUpOf('Car'))
    expect(await screen.findByText('Round-up turned off')).toBeDefined()
    await waitFor(() => expect(roundUpOf('Car').checked).toBe(false))
    const path = `/api/pots/${car.id}/round-up`
    expect(bank.requestsTo(`PUT ${path}`)).toHaveLength(1)
    expect(bank.requestsTo(`DELETE ${path}`)).toHaveLength(1)
  })

  test('a refused round-up gives the reason, and the switch stays off', async () => {
    await open({ pots: [car], roundedUp: () => refused('pot_not_found') })
    await userEvent.click(roundUpOf('Car'))
    expect(await screen.findByText('Pot not found')).toBeDefined()
    await waitFor(() => expect(roundUpOf('Car').checked).toBe(false))
  })
})

type Wishes = {
  pots?: PotView[]
  me?: MeView
  list?: () => unknown
  opened?: () => unknown
  moved?: () => unknown
  changed?: () => unknown
  closed?: () => unknown
  scheduled?: () => unknown
  roundedUp?: () => unknown
  path?: string
  until?: string
}

/** Opens the page at a bank that books what it does not refuse. */
async function open({
  pots = [holidays],
  me = alice(),
  list,
  opened,
  moved,
  changed,
  closed,
  scheduled = () => ({ schedules: intoPots }),
  roundedUp,
  path = '/pots',
  until,
}: Wishes) {
  let known = pots.map((one) => ({ ...one }))
  const done = () => new Response(null, { status: 204 })
  const change = (id: string, facts: Partial<PotView>) => {
    known = known.map((one) => (one.id === id ? { ...one, ...facts } : one))
    return done()
  }
  const book = (id: string, sign: 1 | -1, { body }: RecordedRequest) => {
    const balance = Number(known.find((one) => one.id === id)!.balance) + sign * Number(body.amount)
    change(id, { balance: balance.toFixed(2) })
    return { id: body.transactionId, amount: body.amount, createdAt: '2026-03-07T14:15:00.000Z' }
  }
  const bank = stubbedBank({
    'GET /api/me': ({ query }) => {
      const number = query.get('account')
      return number ? { ...me, account: { ...me.account, number, isMain: false } } : me
    },
    'GET /api/accounts': () => ({ accounts: [me.account] }),
    'GET /api/pots': list ?? (() => ({ pots: known })),
    'GET /api/schedules': scheduled,
    'POST /api/pots': ({ body }) => {
      const answer = opened?.()
      if (answer) return answer
      const { openingId, ...form } = body
      known = [...known, { ...car, ...form, id: openingId! }]
      return known.at(-1)
    },
    'PUT /api/pots/:id': () => changed?.() ?? done(),
    ...Object.fromEntries(
      pots.flatMap(({ id }) => [
        [
          `DELETE /api/pots/${id}`,
          () => {
            const answer = closed?.()
            if (!answer) known = known.filter((one) => one.id !== id)
            return answer ?? done()
          },
        ],
        [`POST /api/pots/${id}/deposits`, (request: RecordedRequest) => moved?.() ?? book(id, 1, request)],
        [
          `POST /api/pots/${id}/withdrawals`,
          (request: RecordedRequest) => moved?.() ?? book(id, -1, request),
        ],
        [`PUT /api/pots/${id}/round-up`, () => roundedUp?.() ?? change(id, { roundsUp: true })],
        [`DELETE /api/pots/${id}/round-up`, () => roundedUp?.() ?? change(id, { roundsUp: false })],
      ]),
    ),
  })
  vi.stubGlobal('fetch', bank.fetch)
  const { address } = visit(
    '/pots',
    <>
      <PotsPage />
      <Toaster />
    </>,
    path,
    me,
  )
  // By its label: an open dialog hides the page from roles.
  await (until ? screen.findByText(until) : screen.findByLabelText('Your pots'))
  return { bank, address }
}

const intoPots = [
  scheduled('monthly'),
  { ...scheduled('once'), state: 'paused', next: { dueDay: '2099-02-02' } },
  { ...scheduled('yearly'), potId: holidays.id },
  { ...scheduled('weekly'), state: 'ended' },
]

function scheduled(repeat: string) {
  return { id: repeat, state: 'active', potId: car.id, rhythm: { firstDay: '2026-01-01', repeat } }
}

async function openForm(path = '/pots?open=pot', opened?: () => unknown) {
  const page = await open({ path, ...(opened && { opened }) })
  await screen.findByRole('dialog')
  return page
}

/** $250.00 of $1,000.00, locked for long. */
function pot(facts: Partial<PotView> = {}): PotView {
  return {
    id: '0198c0de-0000-4000-8000-000000001da7',
    account: '4027719385',
    name: 'Holidays',
    currency: 'USD',
    balance: '250.00',
    goal: '1000.00',
    targetDay: '2099-07-01',
    lockedUntil: '2099-06-01',
    roundsUp: false,
    openedAt: '2026-03-07T14:15:00.000Z',
    ...facts,
  }
}

/** Refusals with their sentence in a form. */
function cases(rows: readonly (readonly [RefusalCode, string, RefusalFacts?])[]) {
  return rows.map(([code, sentence, facts = {}]) => [code, sentence, facts] as const)
}

/** Replaces what is in the fields of the open dialog. */
async function fillIn(fields: Readonly<Record<string, string>>): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'))
  for (const [label, text] of Object.entries(fields)) {
    const field = await dialog.findByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
    await userEvent.clear(field)
    if (text) await userEvent.type(field, text)
  }
}

function press(name: string): Promise<void> {
  return userEvent.click(screen.getByRole('button', { name }))
}

async function pressInDialog(name: string, role = 'dialog'): Promise<void> {
  await userEvent.click(await within(await screen.findByRole(role)).findByRole('button', { name }))
}

function cardOf(name: string): HTMLElement {
  return screen.getByRole('heading', { name }).closest('li')!
}

function roundUpOf(name: string): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('switch', { name: `Round up transfers into ${name}` })
}

/** Now and after, of the first place and of the second. */
function balances(): (string | null)[] {
  return within(screen.getByRole('dialog'))
    .getAllByRole('definition')
    .map(({ textContent }) => textContent)
}

function openings(bank: ReturnType<typeof stubbedBank>): RecordedRequest['body'][] {
  return bank.requestsTo('POST /api/pots').map(({ body }) => body)
}

function bodiesTo(
  bank: ReturnType<typeof stubbedBank>,
  movements: 'deposits' | 'withdrawals',
): RecordedRequest['body'][] {
  return bank.requestsTo(`POST /api/pots/${holidays.id}/${movements}`).map(({ body }) => body)
}
