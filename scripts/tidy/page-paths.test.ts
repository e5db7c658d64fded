import { expect, test } from 'vitest'
import { literalPagePaths } from './page-paths.ts'
import { treeOf } from './tree.ts'

const complaintsOf = (text: string, path = 'web/src/pots/pot-card.tsx') =>
  literalPagePaths(treeOf({ [path]: text }))

test.each([
  "<Link to='/pots'>",
  '<Link to="/transfer?to=someone">',
  '<Link to={`/admin/users/new`}>',
  "navigate('/settings#limits')",
])('%s names a page by a path of its own', (text) => {
  expect(complaintsOf(text)).toHaveLength(1)
})

test.each([
  "<Link to={linkTo('pots')}>",
  "fetch('/api/pots')",
  "text.split('/')",
  '/** `/pots`: the pots. */',
])('%s names no page by a path of its own', (text) => {
  expect(complaintsOf(text)).toEqual([])
})

test('a test may name a page by its path', () => {
  expect(complaintsOf("visit('/pots')", 'web/src/pots/pot-card.test.tsx')).toEqual([])
})
