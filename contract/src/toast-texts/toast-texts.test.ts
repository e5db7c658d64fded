import { describe, expect, test } from 'vitest'
import { customerTexts } from './customers.ts'
import { settingsTexts } from './settings.ts'
import { staffTexts } from './staff.ts'
import { visitorTexts } from './visitors.ts'

const texts = { ...visitorTexts, ...customerTexts, ...settingsTexts, ...staffTexts }

// The other tests compare the screens with the texts. This one compares the texts with the specification, word for word.
describe('the texts of the specification’s error catalogue (§8)', () => {
  const words: Record<string, Partial<Record<'busy' | 'done' | 'failed', string>>> = {
    register: { busy: 'Creating account...', done: 'Account created successfully' },
    signIn: { busy: 'Logging in...', done: 'Logged in successfully' },
    signOut: { busy: 'Logging out...', done: 'Logged out successfully' },
    transfer: { busy: 'Transferring funds...', done: 'Funds transfer request sent' },
    avatar: {
      busy: 'Updating avatar...',
      done: 'Avatar updated successfully',
      failed: 'Failed to update avatar',
    },
    password: {
      busy: 'Changing password...',
      done: 'Password changed successfully',
      failed: 'Failed to change password',
    },
    // The first of each pair: departure 31.
    pin: { busy: 'Changing pin...', done: 'Pin changed successfully', failed: 'Failed to change pin' },
    status: {
      busy: 'Updating status...',
      done: 'Status updated successfully',
      failed: 'Failed to update status',
    },
    fund: {
      busy: 'Funding account...',
      done: 'Account funded successfully',
      failed: 'Failed to fund account',
    },
    passcode: { busy: 'Updating passcode...', done: 'Passcode updated successfully' },
    makeAdmin: { done: 'Admin made successfully', failed: 'Failed to make admin' },
    activate: { done: 'Account activated successfully', failed: 'Failed to activate account' },
    deactivate: { done: 'Account deactivated successfully', failed: 'Failed to deactivate account' },
  }
  for (const [action, expected] of Object.entries(words)) {
    test(`the toasts of ${action}`, () => {
      expect(texts[action as keyof typeof texts]).toMatchObject(expected)
    })
  }

  test('a failed registration, login, logout, transfer and passcode change show the server’s message', () => {
    for (const action of ['register', 'signIn', 'signOut', 'transfer', 'passcode'] as const) {
      expect(texts[action]).not.toHaveProperty('failed')
    }
  })

  test('the empty list, the failed list, the copied number, the unknown page and the account’s two states', () => {
    expect(texts.transactions).toEqual({
      none: 'No transactions found!',
      failed: 'Error fetching transactions',
    })
    expect(texts.accountNumberCopied).toBe('Account number copied to clipboard')
    expect(texts.notFound).toBe('404 Page not found')
    expect(texts.account).toEqual({
      inactive: 'Account is not active',
      preparing: 'Preparing your account',
    })
  })
})
