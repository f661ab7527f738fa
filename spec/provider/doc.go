// Package provider reads the history that a store would send to a model, in the
// form of one model provider, and says why that provider would refuse it.
//
// Goals: the demands of two providers whose forms differ most. Each fault names
// the place, the demand, and the actual value. The content of a history (texts,
// calls, results) has one form for both providers.
//
// Non-goals: whether the history is the right one (package check compares it
// with the session), system prompts, size limits, and demands on prompts that
// no recorded stream decides, such as that a user speaks first.
//
// Sources: the Messages API of Anthropic (roles alternate, contents are not
// empty, tool_use ids are unique, each tool_use block is answered by a
// tool_result block at the beginning of the next user message); the chat
// completions API of OpenAI (a message with tool_calls is followed by one
// message of role tool for each of their ids, with nothing between).
package provider
