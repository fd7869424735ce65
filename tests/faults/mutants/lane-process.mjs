/** The process of a lane: attacks the engine of each bundle that it is told of, and says what was found. */
process.on('message', async ({ file, rules }) => {
  const { attackEngine } = await import(file);
  process.send(await attackEngine(rules));
});
