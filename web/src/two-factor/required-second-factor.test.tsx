import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { ReadyOnly } from '../layout/gates.tsx'
import { RequiredSecondFactor } from './required-second-factor.tsx'

const session = {
  user: { id: 'nils', name: 'Nils Berg', email: 'nils@example.com', role: 'customer' },
  signedInAt: '2026-01-01T00:00:00.000Z',
  idleEndsAt: '2099-03-07T14:30:00.000Z',
  elevatedUntil: null,
  temporarySecrets: null,
}
const enrolment = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Truepenny:nils%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  picture: '<svg xmlns="http://www.w3.org/2000/svg"/>',
}

test('a user who lacks a required second factor confirms the password, enters a code and saves the codes, and then sees the requested page', async () => {
  let isConfirmed = false
  let isOn = false
  const bank = stubbedBank({
    'GET /api/sessions/current': () => ({ session: { ...session, lacksSecondFactor: !isOn } }),
    'GET /api/me/two-factor': () => ({
      turnedOnAt: isOn ? '2026-03-07T14:15:00.000Z' : null,
      recoveryCodesLeft: isOn ? 10 : 0,
      isRequired: true,
    }),
    'POST /api/me/two-factor/enrolment': () => (isConfirmed ? enrolment : refused('confirm_required')),
    'POST /api/sessions/current/confirmation': () => {
      isConfirmed = true
      return { ...session, lacksSecondFactor: true }
    },
    'PUT /api/me/two-factor': () => {
      isOn = true
      return { recoveryCodes: ['7K2M-9QXD-4TWB'] }
    },
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit(
    '/transactions',
    <Routes>
      <Route element={<ReadyOnly otherwise={RequiredSecondFactor} />}>
        <Route path="*" element={<p>the transactions</p>} />
      </Route>
    </Routes>,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Turn on two-factor' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  await user.type(dialog.getByLabelText('Current password'), 'the right one')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await user.type(await screen.findByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  // The session is ready by now, and the codes are shown this once.
  expect(await screen.findByText('7K2M-9QXD-4TWB')).toBeDefined()
  await vi.waitFor(() => expect(bank.requestsTo('GET /api/sessions/current').length).toBeGreaterThan(1))
  expect(screen.queryByText('the transactions')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'I have saved them' }))
  expect(await screen.findByText('the transactions')).toBeDefined()
})
