import type { ListedTransaction } from '@bank/contract/admin/transactions/view'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { stubbedBank, toErik, visit } from '../../../test/stubbed-bank.tsx'
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
function open(transactions: readonly ListedTransaction[], ...answers: ((body: Body) => Result[])[]) {
  const bank = stubbedBank({
    [setting]: (request: { body: Body }) => ({ results: answers.shift()!(request.body) }),
  } as never)
  vi.stubGlobal('fetch', bank.fetch)
  const onClose = vi.fn()
  const onDone = vi.fn()
  visit(
    '/admin/transactions',
    <StatusesDialog open transactions={transactions} onClose={onClose} onDone={onDone} />,
  )
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

test('a selection of 250 is sent in three requests, each change with an id of its own', async () => {
  const made = ({ changes }: Body) => changes.map(({ id }) => ({ id, refusal: null }))
  const transactions = Array.from({ length: 250 }, (_, index) => listed(String(index)))
  const { bodies, onClose, onDone } = open(transactions, made, made, made)
  await userEvent.click(await screen.findByRole('button', { name: 'Set to success' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(onDone).toHaveBeenCalled()
  expect(bodies().map(({ changes }) => changes.length)).toEqual([100, 100, 50])
  expect(new Set(bodies().flatMap(({ changes }) => changes.map(({ changeId }) => changeId))).size).toBe(250)
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
