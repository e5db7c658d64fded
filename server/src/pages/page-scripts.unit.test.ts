import { pages } from '@bank/contract/pages'
import { expect, test } from 'vitest'
import { scriptsOf } from './page-scripts.ts'

const manifest = {
  'index.html': { file: 'assets/index-1.js', imports: ['_button.js'] },
  '_button.js': { file: 'assets/button-2.js' },
  '_input.js': { file: 'assets/input-3.js', imports: ['_button.js', '_input.js'] },
  'src/sessions/sign-in-page.tsx': { file: 'assets/sign-in-page-4.js', imports: ['_input.js', 'index.html'] },
  'src/admin/users/create-user-page.tsx': { file: 'assets/create-user-page-5.js' },
  'src/admin/users/user-page.tsx': { file: 'assets/user-page-6.js', imports: ['_input.js'] },
  'src/layout/authenticated-layout.tsx': { file: 'assets/layout-7.js', imports: ['_input.js'] },
}

test('the scripts of a page are its own, those of its layout, and all their imports, once each', () => {
  const first = ['/assets/index-1.js', '/assets/button-2.js']
  expect(scriptsOf(manifest, { name: 'signIn', ...pages.signIn })).toEqual({
    first,
    own: ['/assets/sign-in-page-4.js', '/assets/input-3.js'],
  })
  expect(scriptsOf(manifest, { name: 'user', ...pages.user })).toEqual({
    first,
    own: ['/assets/layout-7.js', '/assets/input-3.js', '/assets/user-page-6.js'],
  })
})

test('the scripts of a page’s parts follow its own', () => {
  const parts = ['src/admin/users/user-page.tsx', 'src/not-built.tsx']
  expect(scriptsOf(manifest, { name: 'signIn', ...pages.signIn }, parts).own).toEqual([
    '/assets/user-page-6.js',
    '/assets/input-3.js',
    '/assets/sign-in-page-4.js',
  ])
})

test('a page that was not built is an error', () => {
  expect(() => scriptsOf(manifest, { name: 'terms', ...pages.terms })).toThrow(
    'The build has no script for the page terms.',
  )
})
