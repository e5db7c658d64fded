import { pageList } from '@bank/contract/pages'
import { isTest, type Tree, withoutComments } from './tree.ts'

/** Complaints about pages that the screens name by a path of their own instead of by the table of pages. */
export function literalPagePaths(tree: Tree): string[] {
  return [...tree]
    .filter(([path]) => /^web\/src\/.*\.tsx?$/.test(path) && !isTest(path))
    .flatMap(([path, text]) =>
      [...withoutComments(text).matchAll(literalPath)].map(
        ([, seen]) => `${path}: names the page ${seen} by its path; use linkTo or pages`,
      ),
    )
}

// The sign-in page is left out: its path is any slash.
const paths = pageList.filter(({ name }) => name !== 'signIn').map(({ path }) => path.replace(/\/:.*/, ''))
const literalPath = new RegExp(`['"\`](${paths.join('|')})(?=['"\`/?#])`, 'g')
