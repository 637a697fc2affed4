// The least that a proxy in Express does: takes a question, asks the provider, and passes each piece of the answer on.
import express from 'express';

const [, , upstream] = process.argv;
const app = express();
app.use(express.json());

app.post('/api/ai-chat/chat/stream', async (request, response) => {
  const left = new AbortController();
  response.on('close', () => left.abort());
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  const messages = [{ role: 'user', content: request.body.message }];
  const body = JSON.stringify({ model: request.body.model, messages, stream: true });
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer none' };
  try {
    const answer = await fetch(`${upstream}/chat/completions`, { method: 'POST', headers, body, signal: left.signal });
    const decoder = new TextDecoder();
    let unread = '';
    for await (const chunk of answer.body) {
      unread += decoder.decode(chunk, { stream: true });
      const lines = unread.split('\n');
      unread = lines.pop();
      for (const line of lines) {
        if (!line.startsWith('data: ') || line === 'data: [DONE]') continue;
        const content = JSON.parse(line.slice(6)).choices[0]?.delta.content;
        if (content) response.write(`data: ${JSON.stringify({ content })}\n\n`);
      }
    }
    response.end(`data: ${JSON.stringify({ done: true })}\n\n`);
  } catch {
    response.end();
  }
});

const server = app.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
