import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, toErik, visit } from '../../../test/stubbed-bank.tsx'
import { userDetails } from '../../../test/user-details.ts'
import { FundingDialog } from './funding-dialog.tsx'

const user = userDetails()
const fundings = `POST /api/admin/users/${user.id}/fundings`

/** Clara's dialog, and the bank's answers in their order. */
function open(...answers: (() => unknown)[]) {
  return openFor('clara', ...answers)
}

function openFor(by: string, ...answers: (() => unknown)[]) {
  const bank = stubbedBank({ [fundings]: () => answers.shift()!() })
  vi.stubGlobal('fetch', bank.fetch)
  const onClose = vi.fn()
  const administrator = { ...alice(), id: by }
  visit('/admin/users', <FundingDialog user={user} open onClose={onClose} />, '/admin/users', administrator)
  const person = userEvent.setup()
  return {
    onClose,
    type: async (amount: string) => {
      const field = await screen.findByLabelText('Amount')
      await person.clear(field)
      await person.type(field, amount)
    },
    press: () => person.click(screen.getByRole('button', { name: 'Fund account' })),
    bodies: () => bank.requestsTo(fundings).map(({ body }) => body),
    ids: () => bank.requestsTo(fundings).map(({ body }) => body.transactionId),
  }
}

const lost = () => {
  throw new TypeError('connection lost')
}

test('a funding whose answer was lost keeps its id while the passcode is entered again', async () => {
  const page = open(
    lost,
    () => refused('passcode_required'),
    () => toErik(),
  )
  await page.type('50')
  await page.press()
  expect(await screen.findByText(/the account is funded at most once/)).toBeDefined()
  await page.press()
  expect(await screen.findByText('Passcode is required')).toBeDefined()
  await page.press()
  await vi.waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
  expect(page.ids()).toHaveLength(3)
  expect(new Set(page.ids()).size).toBe(1)
})

test('another amount after a lost answer is booked only after the advice to look at the balance', async () => {
  const page = open(
    lost,
    () => refused('id_reused'),
    () => toErik(),
  )
  await page.type('50')
  await page.press()
  expect(await screen.findByText(/the account is funded at most once/)).toBeDefined()
  await page.type('60')
  await page.press()
  expect(await screen.findByText(/Look at the balance before you fund again/)).toBeDefined()
  await page.press()
  await vi.waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
  const [first, second, third] = page.ids()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a funding whose answer was lost keeps its id over a reload, and the next funding gets another one', async () => {
  const before = open(lost)
  await before.type('50')
  await before.press()
  expect(await screen.findByText(/the account is funded at most once/)).toBeDefined()
  // A reload leaves only the storage of the tab.
  cleanup()

  const after = open(
    () => toErik(),
    () => toErik(),
  )
  expect(await screen.findByText(/The bank did not answer your last funding of this account/)).toBeDefined()
  await after.type('50')
  await after.press()
  await vi.waitFor(() => expect(after.onClose).toHaveBeenCalledTimes(1))
  expect(after.ids()).toEqual(before.ids())
  await after.press()
  await vi.waitFor(() => expect(after.onClose).toHaveBeenCalledTimes(2))
  expect(after.ids()[1]).not.toBe(before.ids()[0])
})

test('a funding whose answer was lost keeps its id for its administrator, and another administrator in the same tab gets another one', async () => {
  const claras = open(lost)
  await claras.type('50')
  await claras.press()
  expect(await screen.findByText(/the account is funded at most once/)).toBeDefined()
  cleanup()

  const doras = openFor('dora', () => toErik())
  await doras.type('60')
  expect(screen.queryByText(/The bank did not answer your last funding of this account/)).toBeNull()
  await doras.press()
  await vi.waitFor(() => expect(doras.onClose).toHaveBeenCalledTimes(1))
  expect(doras.ids()[0]).not.toBe(claras.ids()[0])
  cleanup()

  const again = open(() => toErik())
  expect(await screen.findByText(/The bank did not answer your last funding of this account/)).toBeDefined()
  await again.type('50')
  await again.press()
  await vi.waitFor(() => expect(again.onClose).toHaveBeenCalledTimes(1))
  expect(again.ids()).toEqual(claras.ids())
})

test('a funding that was refused leaves no id behind', async () => {
  const page = open(() => refused('funding_limit_exceeded', { limit: '$10.00' }))
  await page.type('50')
  await page.press()
  await vi.waitFor(() => expect(page.ids()).toHaveLength(1))
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(0))
})

test('a funding above its limit is refused on its field in its own words, and no balance is previewed for it', async () => {
  const page = open()
  const after = () => screen.getByText('After this funding').nextSibling?.textContent
  await page.type('1000000')
  expect(after()).toBe('$1,000,100.00')
  await page.type('1000000.01')
  expect(after()).toBe('–')
  await page.press()
  const limit = 'You can add up to $1,000,000.00 each time'
  // The hint, and the error.
  expect(screen.getAllByText(limit)).toHaveLength(2)
  expect(screen.queryByText(/^You are adding/)).toBeNull()
  expect(page.ids()).toEqual([])
})

test('a funding is sent with the usual reason, and another reason must be written before it is sent', async () => {
  const page = open(
    () => toErik(),
    () => toErik(),
  )
  await page.type('50')
  await page.press()
  await vi.waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
  expect(page.bodies()[0]).toMatchObject({ reason: 'Incoming bank transfer' })
  await userEvent.selectOptions(screen.getByLabelText('Reason'), 'Another reason')
  await page.press()
  expect(await screen.findByText('Reason is required')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Other reason'), 'Prize of a lottery')
  await userEvent.type(screen.getByLabelText(/^Reference/), 'No. 12')
  await page.press()
  await vi.waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(2))
  expect(page.bodies()[1]).toMatchObject({ reason: 'Prize of a lottery', reference: 'No. 12' })
})

test('an amount that was funded a moment ago is funded again by a second press, and another amount is not', async () => {
  const known = () => refused('funded_already', { name: 'Dora', time: 'November 21, 2026 at noon' })
  const page = open(known, known, () => toErik())
  await page.type('50')
  await page.press()
  expect(
    await screen.findByText(/Dora added the same amount to this account on November 21, 2026 at noon/),
  ).toBeDefined()
  await page.type('60')
  await page.press()
  await userEvent.click(await screen.findByRole('button', { name: 'Fund again' }))
  await vi.waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
  expect(page.bodies().map(({ amount, again }) => [amount, again])).toEqual([
    ['50.00', undefined],
    ['60.00', undefined],
    ['60.00', true],
  ])
})

test('a funding above the amount of the bank says that it waits before it is sent, and after it', async () => {
  const waiting = { waitsForApproval: { id: user.id, expiresAt: '2026-11-28T12:00:00.000Z' } }
  const bank = stubbedBank({ [fundings]: () => waiting })
  vi.stubGlobal('fetch', bank.fetch)
  const funded = userDetails({ approvalAbove: '10000.00' })
  const onClose = vi.fn()
  visit('/admin/users', <FundingDialog user={funded} open onClose={onClose} />, '/admin/users', alice())
  await userEvent.type(await screen.findByLabelText('Amount'), '10000')
  expect(screen.queryByRole('button', { name: 'Ask for approval' })).toBeNull()
  await userEvent.type(screen.getByLabelText('Amount'), '.01')
  expect(screen.getByText(/Above \$10,000\.00 a second person must approve a funding/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Ask for approval' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})
