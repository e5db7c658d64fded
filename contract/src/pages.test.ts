import { describe, expect, test } from 'vitest'
import { isForAdministrators, linkTo, pageAt, pageList } from './pages.ts'
import { mayOpen, rightsOfPages } from './roles/staff-pages.ts'

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
