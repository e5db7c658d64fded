import type { Currency } from '@bank/ledger/currency'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { expect, test, vi } from 'vitest'
import { alice, type RecordedRequest, refused, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { History } from './history.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../ui/dialog.tsx'

const transfer = toErik({ id: '0198c0de-0000-4000-8000-000000000001' })
const funding = toErik({
  id: '0198c0de-0000-4000-8000-000000000002',
  type: 'credit',
  description: 'Account funded',
  counterparty: null,
  status: 'success',
  beneficiary: null,
})

test('a search is kept in the URL and requested while it is typed', async () => {
  const bank = open('?cursor=second')
  await userEvent.type(await screen.findByPlaceholderText('Search'), 'erik')
  // On a busy machine the pauses between the keys are long, and each key may start a search.
  expect(await screen.findByRole('button', { name: 'Remove filter Search: erik' })).toBeDefined()
  expect(bank.address()).toBe('/transactions?q=erik')
  await waitFor(() => expect(bank.lastQuery()).toEqual({ limit: '20', q: 'erik' }))
})

test('filters are kept in the URL and shown as chips, and each can be removed', async () => {
  const bank = open('?type=debit&status=pending&from=2026-03-01&minAmount=10&limit=50')
  expect(bank.lastQuery()).toEqual({
    limit: '50',
    type: 'debit',
    status: 'pending',
    from: '2026-03-01',
    minAmount: '10',
  })
  await screen.findByText(/Erik Holm/)
  const chips = within(screen.getByRole('list', { name: 'Filters' }))
  expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
    'Type: debit',
    'Status: pending',
    'From: Mar 1, 2026',
    'At least: $10.00',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Status: pending' }))
  expect(bank.address()).toBe('/transactions?type=debit&from=2026-03-01&minAmount=10&limit=50')
  expect(document.activeElement).toBe(screen.getByPlaceholderText('Search'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(bank.address()).toBe('/transactions?limit=50')
})

test('an amount filter is applied while it is typed, in any notation', async () => {
  const bank = open('')
  const field = (await openFilters()).getByLabelText('Minimum amount')
  await userEvent.type(field, '1,250.5')
  expect(await screen.findByLabelText('Remove filter At least: $1,250.50')).toBeDefined()
  expect(bank.address()).toBe('/transactions?minAmount=1250.5')
  expect(document.activeElement).toBe(field)
  await userEvent.clear(field)
  await vi.waitFor(() => expect(bank.address()).toBe('/transactions'))
})

test('a text that is no amount has a sentence on its field once the field is left, and is not requested', async () => {
  const bank = open('')
  const field = (await openFilters()).getByLabelText('Minimum amount')
  const sentence = 'Enter the amount in digits, such as 1250.00'
  await userEvent.type(field, 'x1')
  expect(screen.queryByText(sentence)).toBeNull()
  await userEvent.tab()
  expect(screen.getByText(sentence)).toBeDefined()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect([bank.address(), bank.requestsTo('GET /api/transactions').length]).toEqual(['/transactions', 1])
  await userEvent.clear(field)
  await userEvent.type(field, '1')
  await vi.waitFor(() => expect(bank.address()).toBe('/transactions?minAmount=1'))
  expect(screen.queryByText(sentence)).toBeNull()
})

test('a period that ends before it begins has a sentence on its last day and requests nothing', async () => {
  const bank = open('?from=2026-03-05')
  const last = (await openFilters()).getByLabelText('To')
  await userEvent.type(last, '2026-03-04')
  await userEvent.tab()
  expect(screen.getByText('“To” must not be before “From”')).toBeDefined()
  expect(last.getAttribute('aria-invalid')).toBe('true')
  expect(bank.requestsTo('GET /api/transactions')).toHaveLength(1)
})

test('a maximum below the minimum has a sentence on its field, keeps both and requests nothing', async () => {
  const bank = open('?minAmount=100')
  const sheet = await openFilters()
  const [least, most] = ['Minimum amount', 'Maximum amount'].map((name) => sheet.getByLabelText(name))
  await userEvent.type(most!, '99')
  await userEvent.tab()
  expect(screen.getByText('The maximum must not be below the minimum')).toBeDefined()
  expect([least, most].map((field) => (field as HTMLInputElement).value)).toEqual(['100', '99'])
  expect(most!.getAttribute('aria-invalid')).toBe('true')
  expect(bank.address()).toBe('/transactions?minAmount=100')
  expect(bank.requestsTo('GET /api/transactions')).toHaveLength(1)
  // The rows of the last filter that was right are still shown.
  expect(screen.getByText(/Erik Holm/)).toBeDefined()
  await userEvent.type(most!, '9')
  await vi.waitFor(() => expect(bank.address()).toBe('/transactions?minAmount=100&maxAmount=999'))
  expect(screen.queryByText('The maximum must not be below the minimum')).toBeNull()
})

test('without its minimum a maximum that was too low is applied, and cleared filters empty their fields', async () => {
  const bank = open('?minAmount=100')
  await openFilters()
  const most = screen.getByLabelText('Maximum amount') as HTMLInputElement
  await userEvent.type(most, '50')
  await userEvent.clear(screen.getByLabelText('Minimum amount'))
  await vi.waitFor(() => expect(bank.address()).toBe('/transactions?maxAmount=50'))
  await userEvent.type(screen.getByLabelText('Minimum amount'), '70')
  await userEvent.tab()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(bank.address()).toBe('/transactions')
  const sheet = await openFilters()
  for (const name of ['Minimum amount', 'Maximum amount'])
    expect((sheet.getByLabelText(name) as HTMLInputElement).value).toBe('')
})

test('the sheet of filters stays open while its maximum is below its minimum', async () => {
  open('?minAmount=100')
  const sheet = await openFilters()
  await userEvent.type(sheet.getByLabelText('Maximum amount'), '5')
  await userEvent.click(sheet.getByRole('button', { name: 'Show transactions' }))
  expect(sheet.getByText('The maximum must not be below the minimum')).toBeDefined()
  expect(document.activeElement).toBe(sheet.getByLabelText('Maximum amount'))
})

test('the sheet of filters stays open with a wrong amount, which it explains on the field', async () => {
  const bank = open('')
  const sheet = await openFilters()
  await userEvent.type(sheet.getByLabelText('Minimum amount'), '0')
  await userEvent.click(sheet.getByRole('button', { name: 'Show transactions' }))
  expect(sheet.getByText('Enter an amount above 0')).toBeDefined()
  expect(document.activeElement).toBe(sheet.getByLabelText('Minimum amount'))
  await userEvent.type(sheet.getByLabelText('Minimum amount'), '.5')
  await userEvent.click(sheet.getByRole('button', { name: 'Show transactions' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bank.address()).toBe('/transactions?minAmount=0.5')
})

test('an invalid filter of the history shows its error on the field, no toast and nothing about its totals', async () => {
  const answer = () => {
    const detail = 'Enter a real date'
    return Response.json(
      { status: 422, code: 'validation', detail: '', errors: [{ pointer: '/from', detail }] },
      { status: 422, headers: { 'content-type': 'application/problem+json' } },
    )
  }
  const bank = open('?from=2026-02-30', answer, 'USD', { 'GET /api/transaction-totals': answer })
  expect(await screen.findByText('Please check the filters: Enter a real date')).toBeDefined()
  expect((await openFilters()).getByLabelText('From').getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('Error fetching transactions')).toBeNull()
  expect(screen.queryByText('The totals could not be loaded')).toBeNull()
  expect(bank.address()).toBe('/transactions?from=2026-02-30')
})

test('a history that the end of the session keeps from loading shows no toast: the sign-in page explains it', async () => {
  const bank = open('', () => refused('signed_out'))
  await waitFor(() => expect(bank.requestsTo('GET /api/transactions')).toHaveLength(1))
  expect(await screen.findByText('Log in to continue')).toBeDefined()
  expect(screen.queryByText('Error fetching transactions')).toBeNull()
})

test('a search without results says so, and its filters can be cleared', async () => {
  const bank = open('?q=unknown', ({ query }) => pageOf(query.has('q') ? [] : [transfer]))
  await screen.findByText('No transactions found!')
  const [, inTheList] = screen.getAllByRole('button', { name: 'Clear filters' })
  await userEvent.click(inTheList!)
  expect(await screen.findByText(/Erik Holm/)).toBeDefined()
  expect(bank.address()).toBe('/transactions')
})

test("an amount filter is shown in the account's currency, also without rows", async () => {
  open('?minAmount=1000', () => pageOf([]), 'EUR')
  expect(await screen.findByText('At least: €1,000.00')).toBeDefined()
})

test('a period preset is applied by one press and removed by the next', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-07T12:00:00.000Z'), toFake: ['Date'] })
  const bank = open('')
  await screen.findByRole('table')
  for (const [name, from, to] of [
    ['This month', '2026-03-01', '2026-03-31'],
    ['Last month', '2026-02-01', '2026-02-28'],
    ['Last 30 days', '2026-02-06', '2026-03-07'],
    ['This year', '2026-01-01', '2026-12-31'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name }))
    expect(bank.address()).toBe(`/transactions?from=${from}&to=${to}`)
    expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true')
  }
  await userEvent.click(screen.getByRole('button', { name: 'This year' }))
  expect(bank.address()).toBe('/transactions')
  vi.useRealTimers()
})

test('the download has the filters of the list, or says why it failed', async () => {
  const bank = open('?status=failed')
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
  expect(await screen.findByText(/Another download is still running/)).toBeDefined()
  const [request] = bank.requestsTo('GET /api/transactions.csv')
  expect([...request!.query]).toEqual([['status', 'failed']])
})

test('a page may have 20, 50 or 100 rows', async () => {
  const bank = open('?cursor=second')
  await userEvent.selectOptions(await screen.findByLabelText('Rows per page'), '100')
  expect(bank.address()).toBe('/transactions?limit=100')
  expect(bank.lastQuery()).toEqual({ limit: '100' })
})

test('a row opens its transaction, the arrow keys step through the rows, and Escape returns the focus', async () => {
  const bank = open('')
  await userEvent.click(await screen.findByRole('button', { name: /Erik Holm.*details/ }))
  const window = await screen.findByRole('dialog', { name: 'Transaction details' })
  expect(bank.address()).toBe(`/transactions?tx=${transfer.id}`)
  expect(await within(window).findByText('Arrived')).toBeDefined()
  expect(within(window).getByText('Sent: the money left your account')).toBeDefined()
  expect(within(window).getByRole('link', { name: 'Ask about this payment' }).getAttribute('href')).toBe(
    `/support?tx=${transfer.id}`,
  )
  await userEvent.keyboard('{ArrowDown}')
  expect(await within(window).findByText('Account funded')).toBeDefined()
  expect(within(window).getByText('2 of 2 on this page')).toBeDefined()
  expect(within(window).queryByRole('button', { name: 'Send again' })).toBeNull()
  await userEvent.keyboard('{ArrowDown}{Escape}')
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Account funded, details' })),
  )
  expect(bank.address()).toBe('/transactions')
})

test('a return opens its transaction, and each of the two rows is a step', async () => {
  const description = `Returned: ${transfer.description}`
  const back = { type: 'credit', change: 'returned', isReturn: true } as const
  const returned = toErik({ ...transfer, id: 'change', description, ...back })
  const bank = open('', () => pageOf([{ ...returned, transactionId: transfer.id }, transfer]))
  await userEvent.click(await screen.findByRole('button', { name: /^Returned: .*Erik Holm.*details/ }))
  const window = await screen.findByRole('dialog', { name: 'Transaction details' })
  expect(await within(window).findByText(transfer.description)).toBeDefined()
  expect(within(window).getByText('1 of 2 on this page')).toBeDefined()
  await userEvent.keyboard('{ArrowDown}')
  expect(within(window).getByText('2 of 2 on this page')).toBeDefined()
  expect(bank.address()).toBe(`/transactions?tx=${transfer.id}`)
  await userEvent.keyboard('{ArrowUp}{Escape}')
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Returned: / })),
  )
})

test('on a wide screen a row opens beside the list, which stays usable', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query !== 'print',
    addEventListener() {},
    removeEventListener() {},
  }))
  const bank = open('')
  const row = await screen.findByRole('button', { name: /Erik Holm.*details/ })
  await userEvent.click(row)
  const panel = await screen.findByRole('region', { name: 'Transaction details' })
  expect(document.activeElement).toBe(within(panel).getByRole('heading', { name: 'Transaction details' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(row.getAttribute('aria-current')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Account funded, details' }))
  expect(within(panel).getByText('2 of 2 on this page')).toBeDefined()
  await userEvent.keyboard('{ArrowUp}')
  expect(await within(panel).findByText('Sent: the money left your account')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Transaction details' })).toBeNull())
  expect(document.activeElement).toBe(row)
  expect(bank.address()).toBe('/transactions')
})

test('the note on a transaction can be read, changed and saved', async () => {
  const bank = open(`?tx=${transfer.id}`)
  const note = await screen.findByLabelText('Your note')
  expect((note as HTMLTextAreaElement).value).toBe('March rent')
  await userEvent.type(note, ', paid')
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('Note saved')).toBeDefined()
  expect(bank.requests.find(({ method }) => method === 'PUT')?.body).toEqual({ note: 'March rent, paid' })
})

test('a status history that failed to load says so and shows no skeleton', async () => {
  const lost = toErik({ id: '0198c0de-0000-4000-8000-000000000003' })
  open(`?tx=${lost.id}`, () => pageOf([lost]))
  const window = within(await screen.findByRole('dialog', { name: 'Transaction details' }))
  const failure = await window.findByRole('alert')
  expect(failure.textContent).toContain('Its status history could not be loaded')
  expect(window.queryByText('Loading')).toBeNull()
  expect(window.queryByRole('region', { name: 'Status history' })).toBeNull()
  // What the list has loaded is shown.
  expect(window.getByRole('button', { name: 'Copy transaction ID' })).toBeDefined()
})

test('a transaction of another customer is not found, and the panel says so', async () => {
  open('?tx=0198c0de-0000-4000-8000-00000000dead')
  expect(await screen.findByText('This transaction could not be loaded')).toBeDefined()
  expect(screen.getByText('Transaction not found')).toBeDefined()
})

test('a header sorts the rows by what it names, and the order is in the URL', async () => {
  const bank = open('?cursor=second')
  await screen.findByText(/Erik Holm/)
  const sorted = () =>
    screen.getAllByRole('columnheader').flatMap((header) => {
      const order = header.getAttribute('aria-sort')
      return order ? [`${within(header).getByRole('button').textContent} ${order}`] : []
    })
  expect(sorted()).toEqual(['Date descending'])
  for (const [name, order, expected] of [
    ['Amount', 'largest', 'Amount descending'],
    ['Amount', 'smallest', 'Amount ascending'],
    ['Date', undefined, 'Date descending'],
    ['Date', 'oldest', 'Date ascending'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name }))
    expect(bank.address()).toBe(order ? `/transactions?order=${order}` : '/transactions')
    expect(bank.lastQuery()).toEqual({ limit: '20', ...(order && { order }) })
    expect(sorted()).toEqual([expected])
  }
})

test('rows in the order of their amounts are in no groups of a day, and a phone has the orders among the filters', async () => {
  const bank = open('?order=largest')
  await screen.findByText(/Erik Holm/)
  expect([...document.querySelectorAll('tbody')].map(({ dataset }) => dataset.heading)).toEqual([undefined])
  await userEvent.selectOptions((await openFilters()).getByLabelText('Order'), 'Newest first')
  expect(bank.address()).toBe('/transactions')
  await vi.waitFor(() => expect(document.querySelector('tbody')!.dataset.heading).toBe('Mar 7, 2026'))
})

test('a filter has the totals of its rows, and a history without one requests none', async () => {
  const bank = open('?type=debit')
  const totals = await screen.findByText(/Money in/)
  expect(totals.closest('[role=status]')!.textContent).toBe(
    'Money in +$12.00Money out -$40.00Own money moved -$5.00 (not included)',
  )
  expect([...bank.requestsTo('GET /api/transaction-totals')[0]!.query]).toEqual([['type', 'debit']])
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(screen.queryByText(/Money in/)).toBeNull()
  expect(bank.requestsTo('GET /api/transaction-totals')).toHaveLength(1)
})

test('a filter whose totals cannot be loaded says so', async () => {
  open('?type=debit', undefined, 'USD', { 'GET /api/transaction-totals': () => refused('busy') })
  expect(await screen.findByText('The totals could not be loaded')).toBeDefined()
  expect(screen.queryByText(/Money in/)).toBeNull()
})

async function openFilters() {
  await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }))
  return within(await screen.findByRole('dialog', { name: 'Filters' }))
}

const pageOf = (transactions: unknown[]) => ({
  transactions,
  firstRow: 1,
  total: transactions.length,
  nextCursor: null,
})

function open(
  search: string,
  answer: (request: RecordedRequest) => unknown = () => pageOf([transfer, funding]),
  currency: Currency = 'USD',
  others: Parameters<typeof stubbedBank>[0] = {},
) {
  const timeline = [
    { status: 'pending', at: transfer.createdAt },
    { status: 'success', at: '2026-03-08T10:00:00.000Z' },
  ]
  const details = { timeline, note: 'March rent' }
  const bank = stubbedBank({
    'GET /api/me': () => alice({ currency }),
    'GET /api/transactions': answer,
    'GET /api/transaction-totals': () => ({
      totals: [{ currency: 'USD', moneyIn: '12.00', moneyOut: '40.00', moved: '-5.00' }],
    }),
    'GET /api/transactions.csv': () => refused('export_under_way'),
    [`GET /api/transactions/${transfer.id}`]: () => ({ ...transfer, ...details }),
    [`GET /api/transactions/${funding.id}`]: () => ({ ...funding, ...details }),
    'GET /api/transactions/:id': () => refused('transaction_not_found'),
    [`PUT /api/transactions/${transfer.id}/note`]: () => new Response(null, { status: 204 }),
    ...others,
  })
  vi.stubGlobal('fetch', bank.fetch)
  const { address } = visit(
    `/transactions${search}`,
    <>
      <History />
      <Toaster />
    </>,
  )
  return {
    ...bank,
    address,
    lastQuery: () => Object.fromEntries(bank.requestsTo('GET /api/transactions').at(-1)!.query),
  }
}
