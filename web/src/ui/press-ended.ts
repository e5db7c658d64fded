// Longer than a press takes, and shorter than a person waits for the effect of the Tab key.
const pressMillisecondsMax = 250

/**
 * Resolves after the press that is under way: what moves a button between the press and the release takes its click away. Call it when
 * a field loses the focus, before a message appears below it.
 */
export function pressEnded(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      removeEventListener('pointerup', end)
      clearTimeout(timer)
      // After the click, which follows the release.
      setTimeout(resolve)
    }
    const timer = setTimeout(end, pressMillisecondsMax)
    addEventListener('pointerup', end)
  })
}
