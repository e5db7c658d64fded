import { describe, expect, test } from 'vitest'
import { isForAdministrators, linkTo, pageAt, pageList } from './pages.ts'
import { mayOpen, rightsOfPages } from './staff-pages.ts'

test('no two pages are at one address', () => {
  expect(new Set(pageList.map(({ path }) => path)).size).toBe(pageList.length)
})

describe('the page at a path', () => {
  for (const [path, name] of [
    ['/', 'signIn'],
    ['/dashboard', 'dashboard'],
    ['/dashboard/', 'dashboard'],
    ['/admin', 'passcode'],
    ['/admin/users/0199', 'user'],
    ['/admin/users/', undefined],
    ['/admin/users/1/2', undefined],
    ['/Dashboard', undefined],
    ['/constructor', undefined],
    ['', undefined],
  ] as const) {
    test(`${path || 'no path'} is ${name ?? 'no page'}`, () => expect(pageAt(path)?.name).toBe(name))
  }
})

test('a link puts a value into the part of the path with its name, and the others into the query', () => {
  expect(linkTo('settings')).toBe('/settings')
  expect(linkTo('transfer', { step: 'review', account: undefined })).toBe('/transfer?step=review')
  expect(linkTo('user', { id: 'a/b', account: '12 34' })).toBe('/admin/users/a%2Fb?account=12+34')
})

test('the menus list the pages of the specification in its order', () => {
  const menuOf = (audience: string) =>
    pageList
      .filter((page) => page.audience === audience && page.menu)
      .map(({ menu, path }) => `${menu} ${path}`)
  expect(menuOf('customer')).toEqual([
    'Dashboard /dashboard',
    'Funds Transfer /transfer',
    'Transactions /transactions',
    'Accounts Statement /statement',
    'Profile /profile',
    'Settings /settings',
  ])
  expect(menuOf('elevated')).toEqual([
    'Dashboard /admin/dashboard',
    'Create User /admin/create-user',
    'Settings /admin/settings',
  ])
})

test('the second group of a menu has other pages than the specified one', () => {
  const further = pageList.filter((page) => page.furtherMenu)
  const groupOf = (audience: string) =>
    further
      .filter((page) => page.audience === audience)
      .map(({ furtherMenu, path }) => `${furtherMenu} ${path}`)
  expect(groupOf('customer')).toEqual([
    'Accounts /accounts',
    'Pots /pots',
    'Payees /payees',
    'Limits and freeze /limits',
    'Scheduled /scheduled',
  ])
  expect(groupOf('elevated')).toEqual([
    'Overview /admin/overview',
    'Transactions /admin/transactions',
    'Money position /admin/money-position',
    'Approvals /admin/approvals',
    'Support /admin/support-messages',
    'Administrators /admin/administrators',
    'Audit log /admin/audit-log',
    'Security /admin/security',
    'Outbox /admin/outbox',
    'System /admin/system',
  ])
  expect(further.filter(({ menu }) => menu)).toEqual([])
})

test('each page behind the passcode names the right that it needs, and no other page does', () => {
  const elevated = pageList.filter(({ audience }) => audience === 'elevated')
  expect(Object.keys(rightsOfPages).toSorted()).toEqual(elevated.map(({ name }) => name).toSorted())
  expect(mayOpen('support', '/admin/audit-log')).toBe(false)
  expect(mayOpen('support', '/admin/users/1')).toBe(true)
})

test('the pages for administrators are those under /admin', () => {
  for (const page of pageList)
    expect([page.path, isForAdministrators(page)]).toEqual([page.path, /^\/admin/.test(page.path)])
})
