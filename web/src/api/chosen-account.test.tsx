import { renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { useAccountChoice, useLinkTo } from './chosen-account.ts'

function hooksAt(address: string) {
  const { result } = renderHook(() => ({ account: useAccountChoice(), linkTo: useLinkTo() }), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  })
  return result.current
}

test('a page of an account is about the account in its URL, and about the main account without one', () => {
  expect(hooksAt('/pots?account=1234567890').account).toBe('1234567890')
  expect(hooksAt('/pots?account=').account).toBeUndefined()
})

test('no other page has a chosen account: on the page of a user the number is that of the user’s account', () => {
  for (const path of ['/settings', '/admin/users/0199', '/nowhere'])
    expect([path, hooksAt(`${path}?account=1234567890`).account]).toEqual([path, undefined])
})

test('links between pages of an account keep it, and links to other pages do not', () => {
  const { linkTo } = hooksAt('/transfer?account=1234567890')
  expect(linkTo('transfer', { step: 'review' })).toBe('/transfer?step=review&account=1234567890')
  expect(linkTo('settings')).toBe('/settings')
})
