import type { StaffList } from '@bank/contract/admin/administrators/view'
import { messageOf } from '@bank/contract/errors'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { ToasterSurface } from '../../ui/toaster.tsx'
import { AdministratorsPage } from './administrators-page.tsx'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} })))

const arun: StaffList['staff'][number] = {
  id: '0198c0de-0000-7000-8000-00000000a901',
  name: 'Arun Mehta',
  email: 'arun@example.com',
  role: 'auditor',
  lastDay: '2026-12-24',
  state: 'active',
  twoFactorSince: null,
  lastSeenAt: '2026-03-07T09:00:00.000Z',
}
const me = { ...alice(), role: 'administrator' as const }
const path = `/api/admin/users/${arun.id}/role`

function open(
  answers: Parameters<typeof stubbedBank>[0] = {},
  role: StaffList['staff'][number]['role'] = me.role,
) {
  const own = { ...arun, id: me.id, name: me.name, email: me.email, role, lastDay: null, lastSeenAt: null }
  const bank = stubbedBank({ 'GET /api/admin/administrators': () => ({ staff: [own, arun] }), ...answers })
  vi.stubGlobal('fetch', bank.fetch)
  visit(
    '/admin/administrators',
    <>
      <AdministratorsPage />
      <ToasterSurface theme="light" />
    </>,
    '/admin/administrators',
    { ...me, role },
  )
  return bank
}

test('the page of administrators shows each role with its end, two-factor and the last activity', async () => {
  open()
  const card = (await screen.findByRole('link', { name: 'Arun Mehta' })).closest('li')!
  for (const text of ['Auditor', 'End of Dec 24, 2026', 'Off']) {
    expect(within(card).getByText(text)).toBeDefined()
  }
  const own = screen.getByRole('link', { name: me.name }).closest('li')!
  expect(within(own).getByText('Without an end')).toBeDefined()
  expect(within(own).queryByRole('button')).toBeNull()
})

test('an auditor sees the staff and can change no role', async () => {
  open({}, 'auditor')
  await screen.findByRole('link', { name: 'Arun Mehta' })
  expect(screen.queryByRole('button')).toBeNull()
})

test('a role is given to the user with an email, and a refusal stands at its field', async () => {
  let isRefused = true
  const bank = open({
    'GET /api/admin/users': () => ({
      users: [{ id: arun.id, email: arun.email }],
      total: 1,
      nextCursor: null,
    }),
    [`PUT ${path}`]: () => (isRefused ? refused('role_day_wrong') : new Response(null, { status: 204 })),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Give a role' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Email'), 'unknown@example.com')
  await userEvent.selectOptions(within(dialog).getByLabelText('Role'), 'support')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Give role' }))
  expect(await within(dialog).findByText('No user has this email')).toBeDefined()
  await userEvent.clear(within(dialog).getByLabelText('Email'))
  await userEvent.type(within(dialog).getByLabelText('Email'), arun.email)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Give role' }))
  expect(await within(dialog).findByText(messageOf('role_day_wrong'))).toBeDefined()
  isRefused = false
  await userEvent.click(within(dialog).getByRole('button', { name: 'Give role' }))
  expect(await screen.findByText(staffTexts.giveRole.done)).toBeDefined()
  expect(bank.requestsTo(`PUT ${path}`).at(-1)!.body).toEqual({
    role: 'support',
    lastDay: null,
    reason: 'New work',
  })
})

test('a role is taken after a confirmation', async () => {
  const bank = open({ [`DELETE ${path}`]: () => new Response(null, { status: 204 }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Take role of Arun Mehta' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take role' }))
  expect(await screen.findByText(staffTexts.takeRole.done)).toBeDefined()
  expect(bank.requestsTo(`DELETE ${path}`)).toHaveLength(1)
})
