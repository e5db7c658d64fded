import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { ToasterSurface } from '../../ui/toaster-surface.tsx'
import { ChangeRoleDialog } from './change-role-dialog.tsx'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} })))

function Page() {
  const [open, setOpen] = useState(true)
  const { transferLimit: _, ...person } = alice()
  const moment = '2026-01-05T09:00:00.000Z'
  const user = {
    ...person,
    createdAt: moment,
    passwordSetAt: moment,
    temporarySecretsUntil: null,
    profileVersion: 1,
    pendingEmail: null,
    fundingLimit: '1000000.00',
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask again
      </button>
      <ChangeRoleDialog change="make" user={user} open={open} onClose={() => setOpen(false)} />
      <ToasterSurface theme="light" />
    </>
  )
}

test('the reason of a failed attempt to make an administrator is gone at the next attempt', async () => {
  const { fetch } = stubbedBank({ [`PUT /api/admin/users/${alice().id}/admin-role`]: () => refused('busy') })
  vi.stubGlobal('fetch', fetch)
  visit('/admin/users/1', <Page />)
  await userEvent.click(await screen.findByRole('button', { name: 'Make admin' }))
  await screen.findByText('Failed to make admin')
  await screen.findByText('The bank is busy. Try again in a moment')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Ask again' }))
  await screen.findByRole('button', { name: 'Make admin' })
  expect(screen.queryByText('The bank is busy. Try again in a moment')).toBeNull()
})
