import type { ApprovalView } from '@bank/contract/admin/approvals/view'
import { messageOf } from '@bank/contract/errors'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { ToasterSurface } from '../../ui/toaster.tsx'
import { SearchButton } from '../search/search-button.tsx'
import { ApprovalsPage } from './approvals-page.tsx'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} })))

const approval: ApprovalView = {
  id: '0198d7a0-0000-7000-8000-000000000001',
  sentence: 'Fund the account with $25,000.00',
  user: { id: '0198d7a0-0000-7000-8000-000000000002', name: 'Alice Moreno' },
  accountNumber: null,
  maker: { id: '0198d7a0-0000-7000-8000-000000000003', name: 'Emma Castellano' },
  reason: 'Sale of a house',
  requestedAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2026-11-28T12:00:00.000Z',
  mayDecide: true,
}
const path = `/api/admin/approvals/${approval.id}`

function open(answers: Parameters<typeof stubbedBank>[0], shown = approval, hash = '') {
  const bank = stubbedBank({ 'GET /api/admin/approvals': () => ({ approvals: [shown] }), ...answers })
  vi.stubGlobal('fetch', bank.fetch)
  const clara = { ...alice(), role: 'administrator' as const }
  visit(
    '/admin/approvals',
    <>
      <SearchButton />
      <ApprovalsPage />
      <ToasterSurface theme="light" />
    </>,
    `/admin/approvals${hash}`,
    clara,
  )
  return bank
}

const none = () => new Response(null, { status: 204 })

test('an act is approved after a confirmation, and a refusal says why', async () => {
  let isRefused = true
  const bank = open({
    [`PUT ${path}/approval`]: () =>
      isRefused ? refused('approval_decided', { name: 'Tessa', decision: 'declined' }) : none(),
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Approve/ }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/Emma Castellano asked for it with the reason “Sale of a house”/)).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  const sentence = messageOf('approval_decided', { name: 'Tessa', decision: 'declined' })
  expect(await dialog.findByText(sentence)).toBeDefined()
  isRefused = false
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText(staffTexts.approve.done)).toBeDefined()
  expect(bank.requestsTo(`PUT ${path}/approval`)).toHaveLength(2)
})

test('an act is declined with a reason', async () => {
  const bank = open({ [`PUT ${path}/decline`]: none })
  await userEvent.click(await screen.findByRole('button', { name: /^Decline/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Reason'), 'No such sale')
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(await screen.findByText(staffTexts.decline.done)).toBeDefined()
  expect(bank.requestsTo(`PUT ${path}/decline`)[0]!.body).toEqual({ reason: 'No such sale' })
})

test('what the signed-in user cannot decide has no buttons', async () => {
  open({}, { ...approval, mayDecide: false })
  expect(await screen.findByText('Someone else must approve this.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
})

test('an approval that the search has found has the focus', async () => {
  open({}, approval, `#${approval.id}`)
  const item = (await screen.findByRole('heading', { level: 2 })).closest('li')
  expect(document.activeElement).toBe(item)
})

test('a result of the search that leads to no element of its open page gives the focus to the heading, and a closed search gives it back', async () => {
  const decided = { ...approval, id: '0197e7a0-0000-7000-8000-00000000dead' }
  const nothing = { customers: [], accounts: [], transactions: [], messages: [], behindSeconds: 0 }
  open({ 'GET /api/admin/search': () => ({ ...nothing, approvals: [decided] }) })
  const opener = screen.getByRole('button', { name: 'Search the bank' })
  await userEvent.click(opener)
  await screen.findByRole('combobox')
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(document.activeElement).toBe(opener))
  await userEvent.click(opener)
  await userEvent.type(await screen.findByRole('combobox'), 'fund')
  await userEvent.click(await screen.findByRole('option'))
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('an approval that the search finds on its open page has the focus, also when it is found again', async () => {
  const nothing = { customers: [], accounts: [], transactions: [], messages: [], behindSeconds: 0 }
  open({ 'GET /api/admin/search': () => ({ ...nothing, approvals: [approval] }) })
  await screen.findByRole('heading', { level: 2 })
  for (const choose of [
    () => userEvent.click(screen.getByRole('option')),
    () => userEvent.keyboard('{Enter}'),
  ]) {
    await userEvent.click(screen.getByRole('button', { name: 'Search the bank' }))
    await userEvent.type(await screen.findByRole('combobox'), 'fund')
    await screen.findByRole('option')
    await choose()
    const item = (await screen.findByRole('heading', { level: 2 })).closest('li')
    await vi.waitFor(() => expect(document.activeElement).toBe(item))
  }
})
