/** Runs a command. An error is printed and sets the exit code; after a wrong argument the usage is printed, too. */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    process.stderr.write(code.startsWith('ERR_PARSE_ARGS') ? `${message}\n${usage}\n` : `${message}\n`)
    process.exitCode = 1
  }
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/**
 * The items that the words of `--only` choose, by what `fits` says of an item's name; all of them without a word. Throws an Error
 * with all names when a word chooses nothing.
 */
export function choose<Item>(
  items: readonly Item[],
  words: readonly string[],
  nameOf: (item: Item) => string,
  fits = (name: string, word: string) => name.includes(word),
): readonly Item[] {
  const unknown = words.find((word) => !items.some((item) => fits(nameOf(item), word)))
  if (unknown !== undefined) {
    throw new Error(`--only ${unknown} chooses nothing of: ${items.map(nameOf).join(', ')}`)
  }
  return items.filter((item) => words.length === 0 || words.some((word) => fits(nameOf(item), word)))
}
