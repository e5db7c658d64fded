/** Reads a command's arguments by `read`. After an Error that it throws, which names the wrong one, prints the usage and exits with 2. */
export function readOptions<Options>(usage: string, read: () => Options): Options {
  try {
    return read()
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}

/** Reads a whole number from 1 to `max`. Throws an Error that names the option. */
export function wholeNumber(option: string, text: string, max: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= max) return number
  throw new Error(`--${option} has "${text}": it must be a whole number from 1 to ${max}.`)
}

/** Reads some of the `allowed` names, separated by commas; `usual` without a text. Throws an Error that names the option. */
export function namesIn<Name extends string>(
  option: string,
  text: string | undefined,
  allowed: readonly Name[],
  usual = allowed,
): readonly Name[] {
  if (text === undefined) return usual
  return text.split(',').map((part) => {
    const name = allowed.find((one) => one === part)
    if (name !== undefined) return name
    throw new Error(`--${option} has "${part}": it must be some of ${allowed.join()}.`)
  })
}
