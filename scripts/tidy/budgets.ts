import { isCode, type Tree } from './tree.ts'

// The lab proves and measures the bank, and customers never run it. Its code is read and changed with the bank's all the same, so
// it has a budget: a new tool takes the place of one that has answered its question, whose figures go into the documents. The last 2,450
// lines are what later features added: scheduled payments, takings back, pots, freezes and approvals in chaos and on the screens, what
// many scheduled payments of one moment take, disputes in chaos, in the simulation and on the screens, pots and round-ups in the
// simulation, lists of cases and payments settled at once in the bench, the alerts in a Prometheus, and a long history under the flood.
const labLinesMax = 16_450

/** A complaint when the code of the lab, with its tests, has more lines than its budget. */
export function labTooLarge(tree: Tree): string[] {
  const lines = [...tree]
    .filter(([path]) => path.startsWith('lab/') && isCode(path))
    .reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0)
  return lines > labLinesMax ? [`lab/ has ${lines} lines of code, at most ${labLinesMax}`] : []
}
