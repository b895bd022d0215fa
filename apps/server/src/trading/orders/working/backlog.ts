/** Works off items in their order, some at a time; a new one is begun when one is done. */
export type Backlog<Item> = { push(item: Item): void };

/** `run` never throws. */
export function createBacklog<Item>(
  atOnce: number,
  run: (item: Item) => Promise<void>,
): Backlog<Item> {
  let items: Item[] = [];
  let next = 0;
  let running = 0;

  function begin(): void {
    while (running < atOnce && next < items.length) {
      const item = items[next];
      next += 1;
      if (item !== undefined) void work(item);
    }
    if (next < items.length) return;
    items = [];
    next = 0;
  }

  async function work(item: Item): Promise<void> {
    running += 1;
    await run(item);
    running -= 1;
    begin();
  }

  return {
    push(item) {
      items.push(item);
      begin();
    },
  };
}
