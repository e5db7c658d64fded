import { messageOf } from '@bank/contract/errors'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { userDetails } from '../../../test/user-details.ts'
import { ToasterSurface } from '../../ui/toaster.tsx'
import { MakeAdminDialog } from './change-role-dialog.tsx'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} })))

const user = userDetails()

function Page() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask again
      </button>
      <MakeAdminDialog user={user} open={open} onClose={() => setOpen(false)} />
      <ToasterSurface theme="light" />
    </>
  )
}

const sentence = messageOf('user_secrets_temporary')

test('the reason of a failed attempt to make an administrator is gone at the next attempt', async () => {
  const { fetch } = stubbedBank({
    [`PUT /api/admin/users/${user.id}/role`]: () => refused('user_secrets_temporary'),
  })
  vi.stubGlobal('fetch', fetch)
  visit('/admin/users/1', <Page />)
  await userEvent.click(await screen.findByRole('button', { name: 'Make admin' }))
  await screen.findByText('Failed to make admin')
  await screen.findByText(sentence)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Ask again' }))
  await screen.findByRole('button', { name: 'Make admin' })
  expect(screen.queryByText(sentence)).toBeNull()
})
