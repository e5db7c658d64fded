import type { ListedTransaction } from '@bank/contract/admin/transactions/view'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { type RecordedRequest, stubbedBank, toErik, visit } from '../../../test/stubbed-bank.tsx'
import { ToasterSurface } from '../../ui/toaster.tsx'
import { AllTransactionsPage } from './all-transactions-page.tsx'
import { StatusesDialog } from './statuses-dialog.tsx'

const setting = 'PUT /api/admin/transactions/statuses'

function listed(id: string, wishes: Partial<ListedTransaction> = {}): ListedTransaction {
  const user = { id: 'dora', name: `Dora ${id}` }
  return {
    ...toErik({ id, amount: '10.00' }),
    status: 'pending',
    user,
    accountNumber: null,
    isOwn: false,
    ...wishes,
  }
}

type Result = { id: string; refusal: { code: string; detail: string } | null }
type Body = { status: string; changes: { id: string; changeId: string; seen: string }[] }

/** The dialog for these transactions, and a bank whose answers come in their order. */
function open(
  transactions: readonly ListedTransaction[],
  ...answers: ((body: Body) => Result[] | Promise<Result[]>)[]
) {
  const bank = stubbedBank({
    [setting]: async (request: { body: Body }) => ({ results: await answers.shift()!(request.body) }),
  } as never)
  vi.stubGlobal('fetch', bank.fetch)
  const onClose = vi.fn()
  const onDone = vi.fn()
  function Opened() {
    const [isOpen, setOpen] = useState(true)
    const close = onClose.mockImplementation(() => setOpen(false))
    return <StatusesDialog open={isOpen} transactions={transactions} onClose={close} onDone={onDone} />
  }
  visit('/admin/transactions', <Opened />)
  render(<ToasterSurface theme="light" />)
  const bodies = () => bank.requestsTo(setting).map(({ body }) => body as unknown as Body)
  return { bodies, onClose, onDone }
}

test('the preview counts and adds up what changes by currency, without what stays as it is', async () => {
  open([
    listed('a'),
    listed('b', { amount: '5.50' }),
    listed('c', { amount: '7.00', currency: 'EUR' }),
    listed('d', { status: 'success' }),
    listed('e', { isOwn: true }),
  ])
  expect(await screen.findByText('3 transactions to success: $15.50, €7.00')).toBeTruthy()
  expect(screen.getByText('1 transaction is success already.')).toBeTruthy()
  expect(screen.getByText(/^1 transaction of your own stays as before/)).toBeTruthy()
})

test('ten thousand transactions are selected in pages, set in requests of a hundred, and what is refused is counted by its reason', async () => {
  const found = Array.from({ length: 12_000 }, (_, number) =>
    listed(String(number), number % 4 === 3 ? { amount: '2.50', currency: 'EUR' } : {}),
  )
  const isRefused = (id: string) => Number(id) % 50 === 0
  const bank = stubbedBank({
    'GET /api/admin/transactions': ({ query }: RecordedRequest) => {
      const from = Number(query.get('cursor') ?? -1) + 1
      const transactions = found.slice(from, from + Number(query.get('limit')))
      return {
        transactions,
        total: null,
        atLeast: 1_000,
        nextCursor: transactions.at(-1)!.id,
        behindSeconds: 0,
      }
    },
    [setting]: ({ body }: { body: Body }) => ({
      results: body.changes.map(({ id }) => ({
        id,
        refusal: isRefused(id) ? { code: 'status_changed', detail: 'It is failed now' } : null,
      })),
    }),
  } as never)
  vi.stubGlobal('fetch', bank.fetch)
  visit('/admin/transactions', <AllTransactionsPage />, '/admin/transactions?status=pending')
  await userEvent.click(await screen.findByLabelText('Select all rows of this page'))
  await userEvent.click(screen.getByRole('button', { name: 'Select the first 10,000 that match' }))
  expect(await screen.findByText('10,000 selected: $75,000.00, €6,250.00')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Set status' }))
  expect(await screen.findByText('10,000 transactions to success: $75,000.00, €6,250.00')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Set to success' }))
  const list = await screen.findByRole('list', { name: 'Not changed' })
  expect(screen.getByText('200 transactions: It is failed now')).toBeTruthy()
  expect(list.children).toHaveLength(100)
  expect(list.firstElementChild!.textContent).toBe('Dora 0, $10.00: It is failed now')
  const sent = bank.requestsTo(setting).map(({ body }) => (body as unknown as Body).changes)
  expect(sent.map((changes) => changes.length)).toEqual(Array(100).fill(100))
  expect(sent.flat().map(({ id }) => id)).toEqual(found.slice(0, 10_000).map(({ id }) => id))
  expect(new Set(sent.flat().map(({ changeId }) => changeId)).size).toBe(10_000)
})

test('the rest of a selection goes on after the dialog was closed, and a toast tells what was refused', async () => {
  const answered = Promise.withResolvers<Result[]>()
  open([listed('a'), listed('b')], () => answered.promise)
  await userEvent.click(await screen.findByRole('button', { name: 'Set to success' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  answered.resolve([
    { id: 'a', refusal: null },
    { id: 'b', refusal: { code: 'status_changed', detail: 'It is failed now' } },
  ])
  expect(await screen.findByText('1 transaction not changed')).toBeTruthy()
  expect(screen.getByText('1 transaction set to success')).toBeTruthy()
})

test('a long Undo tells after a thousand how much is set back', async () => {
  const made = ({ changes }: Body) => changes.map(({ id }) => ({ id, refusal: null }))
  const answered = Promise.withResolvers<void>()
  const slow = async (body: Body) => {
    await answered.promise
    return made(body)
  }
  const transactions = Array.from({ length: 1_200 }, (_, number) => listed(String(number)))
  open(transactions, ...Array(22).fill(made), slow, made)
  await userEvent.click(await screen.findByRole('button', { name: 'Set to success' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('1,000 of 1,200 transactions set back')).toBeTruthy()
  answered.resolve()
  expect(await screen.findByText('1,200 transactions set back')).toBeTruthy()
})

test('what the bank refuses is listed with its reason, and only what is uncertain is sent again, under the same id', async () => {
  const refusal = (code: string, detail: string) => ({ code, detail })
  const { bodies, onClose } = open(
    [listed('a'), listed('b'), listed('c')],
    () => [
      { id: 'a', refusal: null },
      { id: 'b', refusal: refusal('status_changed', 'It is failed now') },
      { id: 'c', refusal: refusal('busy', 'The bank is busy') },
    ],
    () => [{ id: 'c', refusal: null }],
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Set to success' }))
  const list = await screen.findByRole('list', { name: 'Not changed' })
  expect(list.textContent).toContain('Dora b, $10.00: It is failed now')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(list.textContent).not.toContain('busy'))
  expect(list.textContent).toContain('Dora b')
  const [first, second] = bodies()
  expect(second!.changes).toEqual([first!.changes[2]])
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  expect(onClose).toHaveBeenCalled()
})
