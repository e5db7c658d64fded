import type { Status } from '@bank/ledger/transaction-status'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { clara, refused, stubbedBank, toErik, visit } from '../../../test/stubbed-bank.tsx'
import { ToasterSurface } from '../../ui/toaster.tsx'
import { StatusDialog } from './status-dialog.tsx'

beforeEach(() => vi.stubGlobal('fetch', stubbedBank({}).fetch))

test("markup in a transaction's description is shown to the administrator as text", async () => {
  const description =
    'Transfer to Erik, <img src=x onerror="window.stolen=1"><script>window.stolen=1</script>'
  visit(
    '/admin/users/1',
    <StatusDialog
      open
      transaction={toErik({ description, beneficiary: null })}
      by="clara"
      readAgain={async () => 'pending'}
      readOnly={false}
      onClose={() => {}}
    />,
  )
  expect((await screen.findByText(description)).children).toHaveLength(0)
  expect(document.querySelector('script, img[src="x"]')).toBeNull()
})

test('the row of a return shows the effect of its transaction’s status, and sets it', async () => {
  const row = toErik({ id: 'change', transactionId: toErik().id, isReturn: true, status: 'failed' })
  const bank = stubbedBank({ [setting]: () => ({ id, status: 'success' }) })
  vi.stubGlobal('fetch', bank.fetch)
  visit(
    '/admin/users/1',
    <StatusDialog
      open
      transaction={row}
      by="clara"
      readAgain={async () => 'failed'}
      readOnly={false}
      onClose={() => {}}
    />,
  )
  await userEvent.click(await screen.findByRole('radio', { name: 'success' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(bank.requestsTo(`GET /api/admin/transactions/${id}/status`)).not.toEqual([])
  expect(bank.requestsTo(setting)).toMatchObject([{ body: { status: 'success', seen: 'failed' } }])
})

test('nothing is saved while the effect of the status is loading', async () => {
  const bank = stubbedBank({
    [`GET /api/admin/transactions/${id}/status`]: () => new Promise(() => {}),
    [setting]: () => ({ id, status: 'success' }),
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit(
    '/admin/users/1',
    <StatusDialog
      open
      transaction={toErik()}
      by="clara"
      readAgain={async () => 'pending'}
      readOnly={false}
      onClose={() => {}}
    />,
  )
  await userEvent.click(await screen.findByRole('radio', { name: 'success' }))
  await userEvent.click(screen.getByRole('button', { name: 'Loading…' }))
  await userEvent.keyboard('{Enter}')
  expect(bank.requestsTo(setting)).toEqual([])
})

const { id } = toErik()
const setting = `PUT /api/admin/transactions/${id}/status`

/** The dialog of one administrator, and the bank's answers in their order; `now` is the transaction's status then. */
function open(by: string, now: Status, ...answers: (() => unknown)[]) {
  const bank = stubbedBank({ [setting]: () => answers.shift()!() })
  vi.stubGlobal('fetch', bank.fetch)
  const onClose = vi.fn()
  const readAgain = vi.fn(async () => now)
  visit(
    '/admin/users/1',
    <StatusDialog
      open
      transaction={toErik()}
      by={by}
      readAgain={readAgain}
      readOnly={false}
      onClose={onClose}
    />,
  )
  return {
    onClose,
    readAgain,
    choose: async (status: Status) => userEvent.click(await screen.findByRole('radio', { name: status })),
    save: () => userEvent.click(screen.getByRole('button', { name: 'Save' })),
    seen: () => bank.requestsTo(setting).map(({ body }) => body.seen),
    ids: () => bank.requestsTo(setting).map(({ body }) => body.changeId),
  }
}

const done = () => ({ id, status: 'failed' })
const repeated = () => Response.json(done(), { headers: { 'Idempotency-Replayed': 'true' } })
const lost = () => {
  throw new TypeError('connection lost')
}

test('a status change whose answer was lost and that was undone since is not reported as done, and the next save is a new change', async () => {
  const page = open('clara', 'success', lost, repeated, done)
  await page.choose('failed')
  await page.save()
  await screen.findByText(/The bank can’t be reached/)
  await page.save()
  expect(
    await screen.findByText(/it has been changed to success since\. Save again to set it to failed/),
  ).toBeDefined()
  expect(page.onClose).not.toHaveBeenCalled()
  await page.save()
  await vi.waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
  const [first, second, third] = page.ids()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a status change whose answer was lost is reported as done when the transaction still has that status', async () => {
  const page = open('clara', 'failed', lost, repeated)
  await page.choose('failed')
  await page.save()
  await screen.findByText(/The bank can’t be reached/)
  await page.save()
  await vi.waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
  expect(page.readAgain).toHaveBeenCalledTimes(1)
})

test('a status change whose answer was lost keeps its id from another administrator in the same tab', async () => {
  const claras = open('clara', 'failed', lost)
  await claras.choose('failed')
  await claras.save()
  await screen.findByText(/The bank can’t be reached/)
  cleanup()

  const doras = open('dora', 'failed', done)
  await doras.choose('failed')
  await doras.save()
  await vi.waitFor(() => expect(doras.onClose).toHaveBeenCalledTimes(1))
  expect(doras.ids()[0]).not.toBe(claras.ids()[0])
})

test('the checked status follows the transaction until another is chosen', async () => {
  const dialog = (status: Status) => (
    <StatusDialog
      open
      transaction={toErik({ status })}
      by="clara"
      readAgain={async () => status}
      readOnly={false}
      onClose={() => {}}
    />
  )
  let show: (status: Status) => void = () => {}
  function Page() {
    const [status, setStatus] = useState<Status>('pending')
    show = setStatus
    return dialog(status)
  }
  visit('/admin/users/1', <Page />)
  const isChecked = (status: Status) =>
    (screen.getByRole('radio', { name: status }) as HTMLInputElement).checked
  await screen.findByRole('radio', { name: 'pending' })
  expect(isChecked('pending')).toBe(true)
  act(() => show('failed'))
  expect(isChecked('failed')).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: 'success' }))
  act(() => show('pending'))
  expect(isChecked('success')).toBe(true)
})

test('a status that another administrator sets while the dialog is open is shown in it and sent as the seen one', async () => {
  const bank = stubbedBank({ [setting]: done })
  vi.stubGlobal('fetch', bank.fetch)
  let show: (status: Status) => void = () => {}
  function Page() {
    const [status, setStatus] = useState<Status>('pending')
    show = setStatus
    return (
      <StatusDialog
        open
        transaction={toErik({ status })}
        by="clara"
        readAgain={async () => status}
        readOnly={false}
        onClose={() => {}}
      />
    )
  }
  visit('/admin/users/1', <Page />)
  await userEvent.click(await screen.findByRole('radio', { name: 'failed' }))
  expect(screen.queryByText(/has changed in the meantime/)).toBeNull()
  act(() => show('success'))
  const notice = screen.getByText(/The status has changed in the meantime: it is success now/)
  expect(notice.closest('[role=status]')).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(bank.requestsTo(setting)).toHaveLength(1))
  expect(bank.requestsTo(setting)[0]!.body).toMatchObject({ status: 'failed', seen: 'success' })
})

test('a status change refused because of another one shows the present status, and is made at the next save', async () => {
  const overtaken = () => refused('status_changed', { status: 'success' })
  const page = open('clara', 'success', overtaken, done)
  await page.choose('failed')
  await page.save()
  expect(await screen.findByText(/The status has changed in the meantime: it is success now/)).toBeDefined()
  expect(page.onClose).not.toHaveBeenCalled()
  expect(page.seen()).toEqual(['pending'])
  await page.save()
  await vi.waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
  expect(page.seen()).toEqual(['pending', 'success'])
})

test('a change that needs a reason is sent with the usual one, and Undo sets it back with a reason of its own', async () => {
  const statuses = 'PUT /api/admin/transactions/statuses'
  const bank = stubbedBank({ [setting]: done, [statuses]: () => ({ results: [{ id, refusal: null }] }) })
  vi.stubGlobal('fetch', bank.fetch)
  visit(
    '/admin/users/1',
    <>
      <StatusDialog
        open
        transaction={toErik()}
        by="clara"
        readAgain={async () => 'failed'}
        readOnly={false}
        onClose={() => {}}
      />
      <ToasterSurface theme="light" />
    </>,
  )
  expect(screen.queryByLabelText('Reason')).toBeNull()
  await userEvent.click(await screen.findByRole('radio', { name: 'failed' }))
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Returned by the payee’s bank')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(bank.requestsTo(setting)).toHaveLength(1))
  expect(bank.requestsTo(setting)[0]!.body).toMatchObject({ reason: 'Returned by the payee’s bank' })
  // The dialog stays open here, and hides the rest of the page from the accessibility tree.
  await userEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }), {
    pointerEventsCheck: 0,
  })
  await vi.waitFor(() => expect(bank.requestsTo(statuses)).toHaveLength(1))
  expect(bank.requestsTo(statuses)[0]!.body).toMatchObject({
    status: 'pending',
    reason: 'Undone right away',
    changes: [{ id, seen: 'failed' }],
  })
})

test('a funding is taken back from its dialog, up to what is left of it and of the balance, and a taking back is final', async () => {
  const user = { id: 'dora', name: 'Dora' }
  const balance = { user, accountNumber: '1', isSender: false, before: '12.00', after: '12.00' }
  const takingBack = `POST /api/admin/transactions/${id}/takings-back`
  const bank = stubbedBank({
    [`GET /api/admin/transactions/${id}/status`]: () => ({
      status: 'success',
      history: [
        {
          status: 'success',
          at: '2026-03-07T14:15:00.000Z',
          by: 'Clara',
          reason: 'Cash deposit',
          reference: 'No. 12',
        },
      ],
      takenBack: '5.00',
      changes: [{ status: 'success', refusal: null, balances: [balance] }],
    }),
    [takingBack]: () => toErik(),
  })
  vi.stubGlobal('fetch', bank.fetch)
  const dialog = (kind: 'funding' | 'taking_back') => (
    <StatusDialog
      open
      transaction={toErik({ kind, status: 'success', beneficiary: null })}
      by="clara"
      readAgain={async () => 'success'}
      readOnly={false}
      onClose={() => {}}
    />
  )
  visit('/admin/users/1', dialog('funding'), '/admin/users/1', clara())
  expect(await screen.findByText('Cash deposit, No. 12')).toBeDefined()
  await userEvent.click(await screen.findByRole('button', { name: 'Take back a part of it' }))
  const amount = screen.getByLabelText('Amount')
  expect(amount).toHaveProperty('value', '12.00')
  await userEvent.clear(amount)
  await userEvent.type(amount, '7')
  await userEvent.click(screen.getByRole('button', { name: 'Take back' }))
  await vi.waitFor(() => expect(bank.requestsTo(takingBack)).toHaveLength(1))
  expect(bank.requestsTo(takingBack)[0]!.body).toMatchObject({ amount: '7.00', reason: 'Funded by mistake' })
  cleanup()
  visit('/admin/users/1', dialog('taking_back'))
  expect(await screen.findByText(/^This is final/)).toBeDefined()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('staff dispute a payment of a customer for them, with what is wrong and what happened', async () => {
  const disputing = `POST /api/admin/transactions/${id}/disputes`
  const preview = { status: 'success', history: [], takenBack: '0.00', disputable: '30.00', changes: [] }
  const bank = stubbedBank({
    [disputing]: () => ({}),
    [`GET /api/admin/transactions/${id}/status`]: () => preview,
  })
  vi.stubGlobal('fetch', bank.fetch)
  const onClose = vi.fn()
  const transaction = toErik({ status: 'success' })
  visit(
    '/admin/users/1',
    <StatusDialog
      open
      transaction={transaction}
      by="clara"
      readAgain={async () => 'success'}
      readOnly={false}
      onClose={onClose}
    />,
    '/admin/users/1',
    clara(),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Dispute for the customer' }))
  await userEvent.click(screen.getByRole('button', { name: 'Dispute' }))
  expect(await screen.findByText('Choose what is wrong')).toBeDefined()
  await userEvent.selectOptions(screen.getByLabelText('What is wrong'), 'paid_twice')
  await userEvent.type(screen.getByLabelText('What happened'), 'Twice on one day')
  await userEvent.click(screen.getByRole('button', { name: 'Dispute' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bank.requestsTo(disputing)[0]!.body).toMatchObject({
    cause: 'paid_twice',
    // The rest was credited after an earlier dispute.
    amount: '30.00',
    text: 'Twice on one day',
  })
})

test('staff are offered no dispute of a payment that the bank would not take', async () => {
  const preview = { status: 'failed', history: [], takenBack: '0.00', disputable: null, changes: [] }
  const bank = stubbedBank({ [`GET /api/admin/transactions/${id}/status`]: () => preview })
  vi.stubGlobal('fetch', bank.fetch)
  const { client } = visit(
    '/admin/users/1',
    <StatusDialog
      open
      transaction={toErik({ status: 'failed' })}
      by="clara"
      readAgain={async () => 'failed'}
      readOnly={false}
      onClose={() => {}}
    />,
    '/admin/users/1',
    clara(),
  )
  await screen.findByRole('radio', { name: 'failed' })
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryByRole('button', { name: 'Dispute for the customer' })).toBeNull()
})
