import { type Tree, withoutComments } from './tree.ts'

/** Complaints about tests without an assertion, and about tests that are switched off. */
export function uselessTests(tree: Tree): string[] {
  return [...tree]
    .filter(([path]) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap(([path, text]) => {
      const code = withoutComments(text)
      return [
        ...[
          ...code.matchAll(
            /\b(?:test|it|describe)(?:\.\w+)*\.(?:only|skip|todo|fixme|fails?)\b|\b[fx](?:it|test|describe)\(/g,
          ),
        ].map(([seen]) => `${path}: ${seen} skips tests`),
        ...(/\bwaitForTimeout\(|\bsetTimeout\(/.test(code) ? [`${path}: waits for time to pass`] : []),
        ...testsOf(code)
          .filter(({ body }) => !/\b(?:expect|assert)\w*[.(]/.test(body))
          .map(({ name }) => `${path}: ${name} asserts nothing`),
      ]
    })
}

/** Each test with its text up to the next one. Asserting functions are called `expect…` or `assert…`. */
function testsOf(code: string): { name: string; body: string }[] {
  const starts = [
    ...code.matchAll(/^[ \t]*(?:test|it)(?:\.each\b[^\n]*|\.prop\b[^\n]*)?\(\s*(['"`][^\n]*)?/gm),
  ]
  return starts.map((start, at) => ({
    name: start[1]?.replace(/,[^,]*$/, '') ?? 'a test',
    body: code.slice(start.index, starts[at + 1]?.index ?? code.length),
  }))
}
