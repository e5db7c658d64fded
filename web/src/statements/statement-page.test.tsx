import type { StatementView } from '@bank/contract/statements/view'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router'
import { Toaster } from 'sonner'
import { describe, expect, test, vi } from 'vitest'
import {
  alice,
  type RecordedRequest,
  refused,
  savings,
  stubbedBank,
  toErik,
  visit,
} from '../../test/stubbed-bank.tsx'
import { StatementPage } from './statement-page.tsx'

describe('the statement', () => {
  test('a statement shows the holder, a sum that adds up, and the balance after each line', async () => {
    open(march)
    const row = (await screen.findByText('03/08/2026')).closest('tr')
    expect(
      within(row!)
        .getAllByRole('cell')
        .map((cell) => (cell.querySelector('time') ?? cell).textContent),
    ).toEqual([
      '2',
      'credit',
      // A phone has the balance below the amount.
      '+$40.00 Balance $100.00',
      `Returned: ${toErik().description}`,
      'returned',
      '03/08/2026',
      '$100.00',
    ])
    for (const [label, value] of [
      ['Account holder', 'Alice Moreno'],
      ['Account Type', 'Checking Account'],
      ['Account currency', 'USD ($)'],
      ['Period (UTC)', 'Mar 1, 2026 – Mar 31, 2026'],
      ['Opening balance', '$100.00'],
      ['Money in', '$40.00'],
      ['Money out', '$40.00'],
      ['Closing balance', '$100.00'],
    ]) {
      expect(screen.getByText(label!, { selector: 'dt' }).nextSibling?.textContent).toBe(value)
    }
    expect(screen.getByText('Closing balance $100.00')).toBeDefined()
    // It is pending now, whatever the balance was then.
    expect(screen.queryByText(/pending, already deducted/)).toBeNull()
  })

  test('the statement of the running month goes to today, with the balance now and what is pending', async () => {
    open({ ...march, to: '2026-03-08', asOf: '2026-03-08' })
    expect(await screen.findByText('Mar 1, 2026 to today, Mar 8, 2026')).toBeDefined()
    expect(screen.getByText('Balance now', { selector: 'dt' }).nextSibling?.textContent).toBe('$100.00')
    expect(screen.getByText(/^Balance now:/).textContent).toBe('Balance now: $100.00')
    expect(screen.getByText('$12.00 pending, already deducted')).toBeDefined()
    expect(screen.queryByText(/expected in/)).toBeNull()
    expect(screen.queryByText(/Closing balance/)).toBeNull()
  })

  test('the statement of the running month says what is pending out and in, each with its rows', async () => {
    open({ ...march, to: '2026-03-08', asOf: '2026-03-08', expectedIn: '7.50' })
    for (const [words, type] of [
      ['$12.00 pending, already deducted', 'debit'],
      ['$7.50 expected in, added when it arrives', 'credit'],
    ] as const) {
      const notice = (await screen.findByText(words)).parentElement!
      expect(within(notice).getByRole('link').getAttribute('href')).toBe(
        `/transactions?type=${type}&status=pending`,
      )
    }
  })

  test('a line of a statement names the payee first, says when the money came back, and has its status on a phone', async () => {
    open(march)
    const returned = (await screen.findByText('03/08/2026')).closest('tr')
    const [, , , description, status] = within(returned!).getAllByRole('cell')
    const seen = description!.cloneNode(true) as HTMLElement
    for (const hidden of seen.querySelectorAll('.sr-only')) hidden.remove()
    expect(seen.textContent).toBe('Returned: Erik Holm 3210, Northern Savings')
    expect(within(status!).getByText('returned')).toBeDefined()
    expect(screen.getAllByText('failed')).toHaveLength(1)
    expect(status!.className).not.toContain('sr-only')
    // Each line is money that has moved: nothing is struck through.
    expect(document.querySelector('.line-through')).toBeNull()
  })

  test('money between own accounts has the name of the other account in a statement, as in the history', async () => {
    const description = 'Moved to your account 5550001234'
    const first = { type: 'debit', change: null, isReturn: false } as const
    const moved = { description, counterparty: null, otherAccount: '5550001234' }
    open({ ...march, lines: [line({ ...first, ...moved })] })
    expect(await screen.findByText('To \u2068Savings\u2069 ··1234')).toBeDefined()
  })

  test('the lines of a statement stand under their days', async () => {
    open(march)
    await screen.findByText('03/08/2026')
    const days = [...document.querySelectorAll('tbody')].map(({ dataset }) => dataset.heading)
    expect(days).toEqual(['Mar 7, 2026', 'Mar 8, 2026'])
  })

  test('a statement without lines shows the unchanged balance', async () => {
    open({ ...march, lines: [], total: 0, moneyIn: '0.00', moneyOut: '0.00', inTransit: '0.00' })
    expect(await screen.findByText('No transactions found!')).toBeDefined()
    expect(screen.getByText(/The balance stayed at/).textContent).toContain('$100.00')
    expect(screen.queryByText(/is still pending/)).toBeNull()
  })

  test('a chosen month is requested without another press, and is in the URL', async () => {
    const bank = open(march)
    await screen.findByText(/Returned/)
    expect(screen.queryByRole('button', { name: 'Show statement' })).toBeNull()
    screen.getByLabelText('Period').focus()
    await userEvent.selectOptions(screen.getByLabelText('Period'), '2026-02')
    await waitFor(() => expect(bank.queries()).toEqual([{}, { month: '2026-02' }]))
    expect(bank.address()).toBe('/statement?month=2026-02')
    expect(document.activeElement).toBe(screen.getByLabelText('Period'))
  })

  test("the statement's form shows the period in the URL", async () => {
    open(march, '?month=2026-02')
    await screen.findByText(/Returned/)
    const named = () => (screen.getByLabelText('Period') as HTMLSelectElement).value
    expect(named()).toBe('2026-02')
    await userEvent.click(screen.getByRole('link', { name: 'Some days' }))
    expect(named()).toBe('other')
    expect((screen.getByLabelText('To') as HTMLInputElement).value).toBe('2026-01-09')
  })

  test('a statement of all transactions is requested and stays chosen after a reload', async () => {
    const bank = open(march)
    await screen.findByText(/Returned/)
    await userEvent.selectOptions(screen.getByLabelText('Period'), 'All transactions')
    await waitFor(() => expect(bank.address()).toBe('/statement?period=all'))
    expect(bank.queries().at(-1)).toEqual({ period: 'all' })
    cleanup()
    open(march, '?period=all')
    await screen.findByText(/Returned/)
    expect((screen.getByLabelText('Period') as HTMLSelectElement).value).toBe('all')
  })

  test('an invalid period shows its error on the field and requests nothing', async () => {
    const bank = open(march)
    await screen.findByText(/Returned/)
    await userEvent.selectOptions(screen.getByLabelText('Period'), 'Custom dates')
    await userEvent.type(screen.getByLabelText('From'), '2026-03-02')
    await userEvent.type(screen.getByLabelText('To'), '2026-03-01')
    await userEvent.click(screen.getByRole('button', { name: 'Show statement' }))
    expect(await screen.findByText('“To” must not be before “From”')).toBeDefined()
    expect([bank.queries(), bank.address()]).toEqual([[{}], '/statement'])
  })

  test('a statement that does not add up shows no figures', async () => {
    open(refused('statement_unreconciled'))
    expect(await screen.findByText('Your statement could not be prepared')).toBeDefined()
    expect(screen.getByText(/does not reconcile/)).toBeDefined()
    expect(screen.queryByText('Closing balance')).toBeNull()
  })

  test('a printed statement has the lines of all pages', async () => {
    const lines = () =>
      [...document.querySelectorAll('tbody td:nth-child(4)')].map(({ textContent }) => textContent)
    const print = vi.fn(lines)
    vi.stubGlobal('print', print)
    const page = { ...march, lines: march.lines.slice(0, 1), nextCursor: '8' }
    open(({ query }) => (query.get('limit') === '50' ? page : march))
    await screen.findByText('Erik Holm')
    expect(lines()).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Print' }))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(print).toHaveReturnedWith([toErik().description, `Returned: ${toErik().description}`])
    expect(lines()).toHaveLength(1)
  })

  test('a statement is read again each time it is printed', async () => {
    const closings = () => screen.getByText(/^Closing balance:/).textContent
    const print = vi.fn(closings)
    vi.stubGlobal('print', print)
    let closing = '100.00'
    open(({ query }) => ({ ...march, closing, lines: query.get('limit') === '50' ? [] : march.lines }))
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
    closing = '60.00'
    await userEvent.click(screen.getByRole('button', { name: 'Print' }))
    await waitFor(() => expect(print).toHaveBeenCalledTimes(2))
    expect(print).toHaveLastReturnedWith('Closing balance: $60.00')
  })

  test('a statement that could not be printed says why, and can be printed again', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    let isBusy = true
    open(({ query }) => {
      if (query.get('limit') === '50') return { ...march, lines: [] }
      return isBusy ? refused('busy') : march
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
    expect(await screen.findByText('The bank is busy. Try again in a moment')).toBeDefined()
    isBusy = false
    await userEvent.click(screen.getByRole('button', { name: 'Print' }))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
  })

  test('a statement is downloaded from the address of its link, which works without scripts', async () => {
    open(march, '?month=2026-03')
    const link = await screen.findByRole('link', { name: 'Download OFX' })
    expect(link.getAttribute('href')).toBe('/api/statement.ofx?month=2026-03')
  })

  test('a statement of a further account is read, printed and downloaded for that account', async () => {
    vi.stubGlobal('print', vi.fn())
    const bank = open({ ...march, total: 3 }, '?account=5550001234&month=2026-03')
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
    await userEvent.click(screen.getByRole('link', { name: 'Download CSV' }))
    const chosen = { account: '5550001234', month: '2026-03' }
    await waitFor(() => expect(bank.downloads()).toEqual([chosen]))
    expect(bank.queries()).toEqual([chosen, chosen])
  })

  test('a statement that is being downloaded shows how far it is, and is saved at the end', async () => {
    const file = openFile()
    const saved = stubSaving()
    await pressDownload(file)
    expect(await screen.findByText('Preparing CSV…', { selector: '[aria-hidden] *' })).toBeDefined()
    const bar = () => screen.getByRole('progressbar', { name: 'Download of the CSV' }) as HTMLProgressElement
    expect(bar().hasAttribute('value')).toBe(false)
    file.send('Date\r\n')
    await waitFor(() => expect(bar().value).toBe(50))
    expect(screen.getByText('50% of the CSV downloaded').getAttribute('role')).toBe('status')
    // A second one waits until this one has ended.
    await userEvent.click(screen.getByRole('link', { name: 'Download PDF' }))
    file.send('2026-03-07\r\n2026-03-08\r\n')
    file.end()
    expect(await screen.findByText('CSV downloaded')).toBeDefined()
    expect(await saved[0]!.text()).toBe('Date\r\n2026-03-07\r\n2026-03-08\r\n')
    expect([saved.length, screen.queryByRole('progressbar')]).toEqual([1, null])
  })

  test('a download that is cancelled ends its request, saves nothing, and gives the focus back', async () => {
    const file = openFile()
    const saved = stubSaving()
    await pressDownload(file)
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Download cancelled')).toBeDefined()
    expect([saved, file.signal()?.aborted]).toEqual([[], true])
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Download CSV' }))
  })

  test('a download that breaks says so and saves nothing, and can be tried again', async () => {
    const file = openFile()
    const saved = stubSaving()
    await pressDownload(file)
    file.send('Date\r\n')
    file.break()
    expect(await screen.findByText(/^The connection ended before the whole file/)).toBeDefined()
    expect(saved).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    file.send('Date\r\n')
    file.end()
    expect(await screen.findByText('CSV downloaded')).toBeDefined()
    expect(saved).toHaveLength(1)
  })

  test('a statement that could not be downloaded says why; trying again is offered where it can help', async () => {
    open(march)
    await screen.findByText(/Returned/)
    await userEvent.click(screen.getByRole('link', { name: 'Download CSV' }))
    expect(await screen.findByText(/Another download is still running/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
    await userEvent.click(screen.getByRole('link', { name: 'Download PDF' }))
    expect(await screen.findByText(/A PDF holds at most 10,000 lines/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

const march: StatementView = {
  holder: 'Alice Moreno',
  accountNumber: '4027719385',
  accountType: 'checking',
  currency: 'USD',
  from: '2026-03-01',
  to: '2026-03-31',
  asOf: null,
  timeZone: 'UTC',
  opening: '100.00',
  moneyIn: '40.00',
  moneyOut: '40.00',
  closing: '100.00',
  inTransit: '12.00',
  expectedIn: '0.00',
  lines: [
    line({
      seq: '8',
      type: 'debit',
      description: toErik().description,
      change: null,
      isReturn: false,
      balance: '60.00',
    }),
    line({ seq: '9', bookedAt: '2026-03-08T09:00:00.000Z' }),
  ],
  firstRow: 1,
  total: 2,
  nextCursor: null,
  previousCursor: null,
}

function line(facts: Partial<StatementView['lines'][number]>): StatementView['lines'][number] {
  return {
    seq: '9',
    kind: 'transfer',
    transactionId: '0198c0de-0000-4000-8000-0000000e51c0',
    bookedAt: '2026-03-07T14:15:00.000Z',
    type: 'credit',
    amount: '40.00',
    description: `Returned: ${toErik().description}`,
    counterparty: 'Erik Holm',
    otherAccount: null,
    pot: null,
    beneficiary: toErik().beneficiary,
    reference: null,
    status: 'failed',
    change: 'returned',
    isReturn: true,
    balance: '100.00',
    ...facts,
  }
}

/** Answers for the CSV whose pieces the test sends: each request gets a new one. */
function openFile() {
  let pieces: ReadableStreamDefaultController<Uint8Array>
  let signal: AbortSignal | null | undefined
  return {
    signal: () => signal,
    answer(init: RequestInit | undefined): Response {
      signal = init?.signal
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          pieces = controller
          signal?.addEventListener('abort', () => controller.error(signal?.reason))
        },
      })
      return new Response(body, { headers: { 'content-disposition': 'attachment; filename="march.csv"' } })
    },
    send: (text: string) => pieces.enqueue(new TextEncoder().encode(text)),
    end: () => pieces.close(),
    break: () => pieces.error(new TypeError('network error')),
  }
}

async function pressDownload(file: ReturnType<typeof openFile>) {
  open(march)
  await screen.findByText(/Returned/)
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    address.startsWith('/api/statement.csv') ? file.answer(init) : fetch(address, init),
  )
  await userEvent.click(screen.getByRole('link', { name: 'Download CSV' }))
}

/** The files that the page has saved. */
function stubSaving(): Blob[] {
  const saved: Blob[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:saved'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  return saved
}

function open(
  answer: StatementView | Response | ((request: RecordedRequest) => StatementView | Response),
  search = '',
) {
  const bank = stubbedBank({
    'GET /api/me': () => alice(),
    'GET /api/accounts': () => ({ accounts: [alice().account, savings()] }),
    'GET /api/statement': (request) => (typeof answer === 'function' ? answer(request) : answer),
    'GET /api/statement.csv': () => refused('export_under_way'),
    'GET /api/statement.pdf': () => refused('statement_too_long'),
  })
  vi.stubGlobal('fetch', bank.fetch)
  const { address } = visit(
    `/statement${search}`,
    <>
      <StatementPage />
      <Link to="/statement?from=2026-01-01&to=2026-01-09">Some days</Link>
      <Toaster />
    </>,
  )
  return {
    address,
    /** The requested periods. */
    queries: () =>
      bank.requestsTo('GET /api/statement').map(({ query }) => {
        const { limit: _, ...period } = Object.fromEntries(query)
        return period
      }),
    downloads: () => bank.requestsTo('GET /api/statement.csv').map(({ query }) => Object.fromEntries(query)),
  }
}
