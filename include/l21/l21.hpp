/// @file
/// Everything of l21pca::core.
#pragma once

#include "l21/convex.hpp"
#include "l21/error.hpp"
#include "l21/export.hpp"
#include "l21/fit.hpp"
#include "l21/general.hpp"
#include "l21/kernel.hpp"
#include "l21/match_columns.hpp"
#include "l21/maximization_problem.hpp"
#include "l21/maximize.hpp"
#include "l21/message.hpp"
#include "l21/model.hpp"
#include "l21/option_table.hpp"
#include "l21/options.hpp"
#include "l21/report.hpp"
#include "l21/rows.hpp"
#include "l21/sets.hpp"
#include "l21/types.hpp"
#include "l21/version.hpp"
