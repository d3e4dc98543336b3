// Declare a tool in a few lines, from a function with typed arguments:
//
//   std::shared_ptr<argwright::Tool> tool = argwright::make_tool(
//       "memory.search", "Finds notes by keyword",
//       argwright::param<std::string>("query", "What to look for").example("agent state"),
//       argwright::param<std::optional<std::int64_t>>("limit", "How many at most").min(1),
//       [](std::string query, std::optional<std::int64_t> limit) { return find(query, limit.value_or(3)); });
//
// argwright/tool_param.h lists the types and what else a param can say. ToolSpec(name, description) in place
// of the two texts takes the options of the tool: ToolSpec("run", "Runs a command").runs_shell().
//
// The function takes one argument for each param, in their order and of their types, by value or by constant
// reference; that is checked when compiling. Before them it may take `const ToolExecutionContext&`, then a
// `std::stop_token`. With the context it may leave out all of them and read the request itself.
// It returns a ToolResult, or text or a json::Value for a success. A function whose last argument is a
// ToolDone is asynchronous: it returns nothing, takes its arguments by value and calls ToolDone later.
//
// When the tool runs, an argument that is missing or of another type gives a failed result that names it, and
// so does an exception of the function; nothing is thrown out. A ToolDone that is given up without having
// been called gives a failed result too. Arguments come from request.arguments, else from request.partial.
//
// Threading: a tool may run on several threads at once; the function has to bear that.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "argwright/execution.h"
#include "argwright/json.h"
#include "argwright/tool.h"
#include "argwright/tool_param.h"

namespace argwright {

// Name, description and the rarer options of a tool; make_tool() takes one in place of the two texts.
struct ToolSpec {
  std::string name;
  std::string description;
  OnParseError parse_errors = OnParseError::kIntercept;
  bool shell = false;

  ToolSpec(std::string tool_name, std::string tool_description)
      : name(std::move(tool_name)), description(std::move(tool_description)) {}
  ToolSpec& on_parse_error(OnParseError what) {
    parse_errors = what;
    return *this;
  }
  ToolSpec& runs_shell() {
    shell = true;
    return *this;
  }
};

namespace builder {

// What a function takes and returns. Only for functions whose arguments are written out (no `auto`).
template <typename F>
struct Signature {};
template <typename R, typename... A>
struct Signature<R (*)(A...)> {
  using Result = R;
  using Arguments = std::tuple<A...>;
  static constexpr bool kConstant = true;
};
template <typename R, typename... A>
struct Signature<R (*)(A...) noexcept> : Signature<R (*)(A...)> {};
template <typename R, typename C, typename... A>
struct Signature<R (C::*)(A...) const> : Signature<R (*)(A...)> {};
template <typename R, typename C, typename... A>
struct Signature<R (C::*)(A...) const noexcept> : Signature<R (*)(A...)> {};
template <typename R, typename C, typename... A>
struct Signature<R (C::*)(A...)> : Signature<R (*)(A...)> {
  static constexpr bool kConstant = false;
};
template <typename R, typename C, typename... A>
struct Signature<R (C::*)(A...) noexcept> : Signature<R (C::*)(A...)> {};
template <typename F>
  requires requires { &F::operator(); }
struct Signature<F> : Signature<decltype(&F::operator())> {};

template <typename F>
concept Plain = requires { typename Signature<F>::Result; };

template <typename T, std::size_t kAt, typename Arguments>
consteval bool takes() {
  if constexpr (kAt < std::tuple_size_v<Arguments>) {
    return std::is_same_v<std::remove_cvref_t<std::tuple_element_t<kAt, Arguments>>, T>;
  } else {
    return false;
  }
}

// Which of a function's arguments are what.
template <Plain F>
struct Shape : Signature<F> {
  using typename Signature<F>::Arguments;
  static constexpr std::size_t kCount = std::tuple_size_v<Arguments>;
  static constexpr bool kContext = takes<ToolExecutionContext, 0, Arguments>();
  static constexpr bool kStop = takes<std::stop_token, kContext ? 1 : 0, Arguments>();
  static constexpr bool kDone = takes<ToolDone, kCount - 1, Arguments>();
  static constexpr std::size_t kFirst = (kContext ? 1 : 0) + (kStop ? 1 : 0);
  static constexpr std::size_t kOwn = kCount - kFirst - (kDone ? 1 : 0);
};

template <typename P>
concept IsParam = requires { typename P::Type; } && std::same_as<P, Param<typename P::Type, P::kComplete>>;

template <typename R>
concept Answer =
    std::same_as<R, ToolResult> || std::same_as<R, json::Value> || std::convertible_to<R, std::string_view>;

// kPosition counts from zero among the params; the compiler's complaint shows it.
template <std::size_t kPosition, typename Declared, typename Taken, bool kAsynchronous>
consteval bool check_argument() {
  constexpr bool kSame = std::is_same_v<Declared, std::remove_cvref_t<Taken>>;
  constexpr bool kKept =
      !std::is_lvalue_reference_v<Taken> || std::is_const_v<std::remove_reference_t<Taken>>;
  constexpr bool kLasts = !kAsynchronous || !std::is_reference_v<Taken>;
  static_assert(kSame, "the function takes an argument of another type than its param<T> declares");
  static_assert(kKept, "the function takes its arguments by value or by constant reference");
  static_assert(kLasts,
                "a function that takes ToolDone takes its arguments by value: they end with the call");
  return kSame && kKept && kLasts;
}

template <typename F, typename... Params, std::size_t... kPositions>
consteval bool check_arguments(std::index_sequence<kPositions...> /*positions*/) {
  using Form = Shape<F>;
  return (check_argument<kPositions, typename Params::Type,
                         std::tuple_element_t<Form::kFirst + kPositions, typename Form::Arguments>,
                         Form::kDone>() &&
          ...);
}

// Explains by static_assert what does not fit; false so that one mistake gives one complaint.
template <typename F, typename... Params>
consteval bool check_function() {
  constexpr bool kParams = (IsParam<Params> && ...);
  static_assert(kParams, "make_tool takes name and description, then only param<T>(...), then the function");
  static_assert(Plain<F>,
                "make_tool: the last argument is a function whose argument types are written out (no auto)");
  if constexpr (kParams && Plain<F>) {
    static_assert((Params::kComplete && ...), "a param<Token> needs its words: .one_of({...})");
    using Form = Shape<F>;
    constexpr bool kReadsItself = Form::kContext && Form::kOwn == 0;
    constexpr bool kMatches = Form::kOwn == sizeof...(Params) || kReadsItself;
    constexpr bool kAnswers =
        Form::kDone ? std::is_void_v<typename Form::Result> : Answer<typename Form::Result>;
    static_assert(Form::kConstant,
                  "the function must not be mutable: a tool may run on several threads at once");
    static_assert(kMatches, "the function takes one argument for each param, in their order");
    static_assert(kAnswers,
                  "the function returns ToolResult, text or json::Value; or nothing, if it takes ToolDone");
    if constexpr (Form::kConstant && kMatches && kAnswers && !kReadsItself) {
      return check_arguments<F, Params...>(std::make_index_sequence<sizeof...(Params)>());
    } else {
      return Form::kConstant && kMatches && kAnswers;
    }
  }
  return false;
}

using Run = std::function<void(const ToolExecutionContext&, const std::stop_token&, const ToolDone&)>;

std::shared_ptr<Tool> build(ToolSpec spec, std::vector<ToolParameter> parameters, Run run);
// The arguments as far as they could be read; nullptr when they could not.
const json::Value* arguments_of(const ToolCallRequest& request);
void add_missing(std::string& problems, const ToolParameter& parameter);
void add_mistyped(std::string& problems, const ToolParameter& parameter, const json::Value& value);
bool is_of_kind(const json::Value& value, ValueKind kind);
// The failed result for the exception that is being handled.
ToolResult exception_result();
// Passes the first result on and no other; a failed one when all copies are gone without a call.
ToolDone once(ToolDone done);

template <typename T>
void fill(const json::Value* arguments, const ToolParameter& parameter, const std::optional<T>& fallback,
          T& out, std::string& problems) {
  const json::Value* value = arguments != nullptr ? arguments->find(parameter.name) : nullptr;
  if (value != nullptr && (parameter.is_required || !value->is_null())) {
    bool good = read(*value, out);
    if constexpr (std::is_same_v<typename Traits<T>::Element, json::Value>) {
      good = good && is_of_kind(*value, parameter.value_kind);
    }
    if (!good) add_mistyped(problems, parameter, *value);
  } else if (fallback) {
    out = *fallback;
  } else if (parameter.is_required) {
    add_missing(problems, parameter);
  }
}

template <typename R>
ToolResult result_of(R&& answer) {
  if constexpr (std::is_same_v<std::remove_cvref_t<R>, ToolResult>) {
    return std::forward<R>(answer);
  } else if constexpr (std::is_same_v<std::remove_cvref_t<R>, json::Value>) {
    return ToolResult::success(json::write(answer));
  } else {
    return ToolResult::success(std::string(std::string_view(answer)));
  }
}

template <bool kWanted, typename T>
auto only_if(T& value) {
  if constexpr (kWanted) {
    return std::tuple<T&>(value);
  } else {
    return std::tuple<>();
  }
}

// A function and what it needs to be called with JSON.
template <typename F, typename... Params>
class Caller {
 public:
  explicit Caller(F function, const Params&... params)
      : function_(std::move(function)),
        parameters_{params.declaration()...},
        fallbacks_{params.fallback()...} {}

  const std::vector<ToolParameter>& parameters() const { return parameters_; }

  void operator()(const ToolExecutionContext& context, const std::stop_token& stop,
                  const ToolDone& done) const {
    if constexpr (Form::kOwn == 0) {
      call(context, stop, std::tuple<>(), done);
    } else {
      std::tuple<typename Params::Type...> values;
      const std::string problems = fill_all(arguments_of(context.request), values, Positions());
      if (!problems.empty()) return done(ToolResult::failed(problems));
      std::apply(
          [&](auto&... value) { call(context, stop, std::forward_as_tuple(std::move(value)...), done); },
          values);
    }
  }

 private:
  using Form = Shape<F>;
  using Positions = std::index_sequence_for<Params...>;

  template <std::size_t... kPositions>
  std::string fill_all(const json::Value* arguments, std::tuple<typename Params::Type...>& values,
                       std::index_sequence<kPositions...> /*positions*/) const {
    std::string problems;
    (fill(arguments, parameters_[kPositions], std::get<kPositions>(fallbacks_), std::get<kPositions>(values),
          problems),
     ...);
    return problems;
  }

  template <typename Values>
  void call(const ToolExecutionContext& context, const std::stop_token& stop, Values values,
            const ToolDone& done) const {
    auto given =
        std::tuple_cat(only_if<Form::kContext>(context), only_if<Form::kStop>(stop), std::move(values));
    if constexpr (Form::kDone) {
      const ToolDone first = once(done);
      try {
        std::apply(function_, std::tuple_cat(std::move(given), std::tuple<const ToolDone&>(first)));
      } catch (...) {
        first(exception_result());
      }
    } else {
      ToolResult result;
      try {
        result = result_of(std::apply(function_, std::move(given)));
      } catch (...) {
        result = exception_result();
      }
      done(std::move(result));
    }
  }

  F function_;
  std::vector<ToolParameter> parameters_;
  std::tuple<std::optional<typename Params::Type>...> fallbacks_;
};

template <typename... Items, std::size_t... kPositions>
std::shared_ptr<Tool> build_from(ToolSpec spec, std::tuple<Items&...> items,
                                 std::index_sequence<kPositions...> /*positions*/) {
  using F = std::decay_t<std::tuple_element_t<sizeof...(kPositions), std::tuple<Items...>>>;
  if constexpr (check_function<
                    F, std::remove_cvref_t<std::tuple_element_t<kPositions, std::tuple<Items...>>>...>()) {
    using Call = Caller<F, std::remove_cvref_t<std::tuple_element_t<kPositions, std::tuple<Items...>>>...>;
    // Shared, so that functions which can only be moved fit in.
    auto caller = std::make_shared<const Call>(std::move(std::get<sizeof...(kPositions)>(items)),
                                               std::get<kPositions>(items)...);
    std::vector<ToolParameter> parameters = caller->parameters();
    return build(
        std::move(spec), std::move(parameters),
        [caller = std::move(caller)](const ToolExecutionContext& context, const std::stop_token& stop,
                                     const ToolDone& done) { (*caller)(context, stop, done); });
  } else {
    return nullptr;
  }
}

}  // namespace builder

// make_tool(ToolSpec, params..., function)
template <typename... Items>
std::shared_ptr<Tool> make_tool(ToolSpec spec, Items... items) {
  static_assert(sizeof...(Items) > 0, "make_tool: the last argument is the function");
  return builder::build_from(std::move(spec), std::tuple<Items&...>(items...),
                             std::make_index_sequence<sizeof...(Items) - 1>());
}

// make_tool(name, description, params..., function)
template <typename... Items>
std::shared_ptr<Tool> make_tool(std::string name, std::string description, Items... items) {
  return make_tool(ToolSpec(std::move(name), std::move(description)), std::move(items)...);
}

}  // namespace argwright
